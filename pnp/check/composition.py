"""Apply the composition rules of a spec to its pieces, and find where they are broken."""

from __future__ import annotations

from collections import Counter
from math import fsum

from pnp.check.report import Breach, Contribution, Number, Verdict
from pnp.spec.model import ColumnType, Deck, Design, Form, Game, Rule
from pnp.spec.rule import cell_under, column_with_heading
from pnp.spec.values import Cell

_DIGITS = 9
"""Number of decimals that sums are rounded to, so that 0.1 + 0.2 is 0.3."""

Groups = dict[str, list[Contribution]]
"""The contributions of rows to a count, by value."""


def check_rules(game: Game) -> tuple[Verdict, ...]:
    """Return every rule of the spec, with the places where it is broken."""
    return tuple(_check_rule(rule, game.decks[rule.of], number) for number, rule in enumerate(game.rules, 1))


def _check_rule(rule: Rule, deck: Deck, number: int) -> Verdict:
    designs = [design for design in deck.designs if _selected(rule, design)]
    empty = False
    match rule.form:
        case Form.COUNT:
            counted = _counts(rule, designs)
            unknown = bool(rule.value) and not counted and not _are_choices(rule, deck)
            breaches, empty = _out_of_bounds(rule, {"": counted}), (not designs or unknown) and rule.bounds[1] != 0
        case Form.SUM:
            breaches = _out_of_bounds(rule, {"": _sums(rule, designs)})
            empty = not designs and rule.bounds[1] != 0
        case Form.EACH:
            groups = _groups(rule, deck, designs)
            breaches, empty = _out_of_bounds(rule, groups), not groups
        case Form.EQUAL:
            groups = _groups(rule, deck, designs)
            breaches, empty = _unequal(groups), not designs or len(groups) < 2
        case Form.UNIQUE:
            breaches, empty = _alike(rule, designs), not designs
        case Form.RANGE:
            breaches, empty = _outside(rule, designs), not designs
    return Verdict(number, rule, tuple(breaches), empty)


def _are_choices(rule: Rule, deck: Deck) -> bool:
    """Return whether all counted columns are choices, whose values cannot be misspelled."""
    return all(deck.columns[name].type is ColumnType.CHOICE for name in rule.columns if name in deck.columns) and all(
        name in deck.columns for name in rule.columns
    )


def _selected(rule: Rule, design: Design) -> bool:
    return all(cell_under(design, heading) in values for heading, values in rule.where.items())


def _holds(rule: Rule, cell: Cell) -> bool:
    """Return whether the rule counts a cell."""
    return cell in rule.value if rule.value else cell not in rule.but


def _counts(rule: Rule, designs: list[Design]) -> list[Contribution]:
    """Return the number of pieces of each row or, if the rule has columns, of their counted cells."""
    parts = []
    for design in designs:
        cells = sum(_holds(rule, cell_under(design, heading)) for heading in rule.columns) if rule.columns else 1
        if cells:
            parts.append(Contribution(design.id, cells * design.count))
    return parts


def _sums(rule: Rule, designs: list[Design]) -> list[Contribution]:
    """Return the sum of the numbers of each row, times its copies."""
    return [
        Contribution(design.id, design.count * sum(_number(cell_under(design, heading)) for heading in rule.columns))
        for design in designs
    ]


def _number(cell: Cell) -> Number:
    """Return a number; 0 for an empty cell."""
    if cell == "":
        return 0
    if isinstance(cell, str):
        raise TypeError(f"expected a number, got the text {cell!r}")
    return cell


def _groups(rule: Rule, deck: Deck, designs: list[Design]) -> Groups:
    """Return what the rule counts, for each value of `by` or else for each value in the columns."""
    if rule.by is not None:
        return {
            str(value): _counts(rule, [design for design in designs if cell_under(design, rule.by) == value])
            for value in _possible_values(rule, deck, designs, rule.by)
        }
    values = rule.value or [
        value
        for heading in rule.columns
        for value in _possible_values(rule, deck, designs, heading)
        if value not in rule.but
    ]
    groups: Groups = {}
    for value in dict.fromkeys(values):
        groups[str(value)] = [
            Contribution(design.id, found * design.count)
            for design in designs
            if (found := [cell_under(design, heading) for heading in rule.columns].count(value))
        ]
    return groups


def _possible_values(rule: Rule, deck: Deck, designs: list[Design], heading: str) -> list[Cell]:
    """Return the values that a column can have: those in `where`, its choices, or else those in its cells."""
    if heading in rule.where:
        return rule.where[heading]
    choices = column_with_heading(deck.columns, heading).choices
    return [*choices] or list(dict.fromkeys(cell_under(design, heading) for design in designs))


def _total(parts: list[Contribution]) -> Number:
    total = round(fsum(part.amount for part in parts), _DIGITS)
    return int(total) if total == int(total) else total


def _within(rule: Rule, number: Number) -> bool:
    least, most = rule.bounds
    return (least is None or number >= least) and (most is None or number <= most)


def _out_of_bounds(rule: Rule, groups: Groups) -> list[Breach]:
    found = [Breach(value, _total(parts), tuple(parts)) for value, parts in groups.items()]
    return [breach for breach in found if not _within(rule, breach.found)]


def _unequal(groups: Groups) -> list[Breach]:
    """Return the values whose number differs from the most common one; all values if no number is most common."""
    found = [Breach(value, _total(parts), tuple(parts)) for value, parts in groups.items()]
    usual = Counter(breach.found for breach in found).most_common(2)
    if len(usual) < 2:
        return []
    (norm, most), (_, next_most) = usual
    return found if most == next_most else [breach for breach in found if breach.found != norm]


def _alike(rule: Rule, designs: list[Design]) -> list[Breach]:
    """Return the groups of pieces that are alike."""
    looks: dict[tuple[Cell, ...], list[Design]] = {}
    for design in designs:
        cells = tuple(cell_under(design, heading) for heading in rule.columns)
        turns = [cells[turn:] + cells[:turn] for turn in range(len(cells))] if rule.rotated else [cells]
        look = next((turned for turned in turns if turned in looks), cells)
        looks.setdefault(look, []).append(design)
    return [
        Breach(" ".join(map(str, look)), sum(d.count for d in same), tuple(Contribution(d.id, d.count) for d in same))
        for look, same in looks.items()
        if (len(same) if rule.copies else sum(design.count for design in same)) > 1
    ]


def _outside(rule: Rule, designs: list[Design]) -> list[Breach]:
    """Return each number that is too small or too large."""
    return [
        Breach(heading, number, (Contribution(design.id, design.count),))
        for design in designs
        for heading in rule.columns
        if (cell := cell_under(design, heading)) != "" and not _within(rule, number := _number(cell))
    ]
