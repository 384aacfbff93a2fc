"""The rules of a spec applied to its pieces: where each is broken, and by which rows."""

from __future__ import annotations

from collections import Counter
from math import fsum

from pnp.check.report import Breach, Contribution, Number, Verdict
from pnp.spec.model import ColumnType, Deck, Design, Form, Game, Rule
from pnp.spec.rule import cell_of, column_of
from pnp.spec.values import Cell

_DIGITS = 9
"""Sums of decimal fractions are rounded to as many, so that 0.1 and 0.2 are 0.3."""

Groups = dict[str, list[Contribution]]
"""What is counted, by value."""


def judge(game: Game) -> tuple[Verdict, ...]:
    """Every rule of the spec with the places where it is broken."""
    return tuple(_judge(rule, game.decks[rule.of], number) for number, rule in enumerate(game.rules, 1))


def _judge(rule: Rule, deck: Deck, number: int) -> Verdict:
    designs = [design for design in deck.designs if _selected(rule, design)]
    empty = False
    match rule.form:
        case Form.COUNT:
            counted = _counted(rule, designs)
            unknown = bool(rule.value) and not counted and not _choices(rule, deck)
            breaches, empty = _out_of_bounds(rule, {"": counted}), (not designs or unknown) and rule.bounds[1] != 0
        case Form.SUM:
            breaches = _out_of_bounds(rule, {"": _added(rule, designs)})
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


def _choices(rule: Rule, deck: Deck) -> bool:
    """Whether what is counted are choices, of which it is known that nobody mistyped them."""
    return all(deck.columns[name].type is ColumnType.CHOICE for name in rule.columns if name in deck.columns) and all(
        name in deck.columns for name in rule.columns
    )


def _selected(rule: Rule, design: Design) -> bool:
    return all(cell_of(design, heading) in values for heading, values in rule.where.items())


def _holds(rule: Rule, cell: Cell) -> bool:
    """Whether a cell is one that the rule counts."""
    return cell in rule.value if rule.value else cell not in rule.but


def _counted(rule: Rule, designs: list[Design]) -> list[Contribution]:
    """The pieces of each row, or their cells that the rule counts."""
    parts = []
    for design in designs:
        cells = sum(_holds(rule, cell_of(design, heading)) for heading in rule.columns) if rule.columns else 1
        if cells:
            parts.append(Contribution(design.id, cells * design.count))
    return parts


def _added(rule: Rule, designs: list[Design]) -> list[Contribution]:
    """What the numbers of each row add up to, copies counted."""
    return [
        Contribution(design.id, design.count * sum(_number(cell_of(design, heading)) for heading in rule.columns))
        for design in designs
    ]


def _number(cell: Cell) -> Number:
    if isinstance(cell, str):
        raise TypeError(f"a text where a number was promised: {cell}")
    return cell


def _groups(rule: Rule, deck: Deck, designs: list[Design]) -> Groups:
    """What is counted for each value of `by`, or for each value that the cells of the columns hold."""
    if rule.by is not None:
        return {
            str(value): _counted(rule, [design for design in designs if cell_of(design, rule.by) == value])
            for value in _possible(rule, deck, designs, rule.by)
        }
    values = rule.value or [
        value for heading in rule.columns for value in _possible(rule, deck, designs, heading) if value not in rule.but
    ]
    groups: Groups = {}
    for value in dict.fromkeys(values):
        groups[str(value)] = [
            Contribution(design.id, found * design.count)
            for design in designs
            if (found := [cell_of(design, heading) for heading in rule.columns].count(value))
        ]
    return groups


def _possible(rule: Rule, deck: Deck, designs: list[Design], heading: str) -> list[Cell]:
    """The values a column can have: those that `where` leaves, its choices, or else those that it has."""
    if heading in rule.where:
        return rule.where[heading]
    choices = column_of(deck.columns, heading).choices
    return [*choices] or list(dict.fromkeys(cell_of(design, heading) for design in designs))


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
    """The values that are not there as often as most are; all of them when none is the usual number."""
    found = [Breach(value, _total(parts), tuple(parts)) for value, parts in groups.items()]
    usual = Counter(breach.found for breach in found).most_common(2)
    if len(usual) < 2:
        return []
    (norm, most), (_, next_most) = usual
    return found if most == next_most else [breach for breach in found if breach.found != norm]


def _alike(rule: Rule, designs: list[Design]) -> list[Breach]:
    """The pieces that look like another one."""
    looks: dict[tuple[Cell, ...], list[Design]] = {}
    for design in designs:
        cells = tuple(cell_of(design, heading) for heading in rule.columns)
        turns = [cells[turn:] + cells[:turn] for turn in range(len(cells))] if rule.rotated else [cells]
        look = next((turned for turned in turns if turned in looks), cells)
        looks.setdefault(look, []).append(design)
    return [
        Breach(" ".join(map(str, look)), sum(d.count for d in same), tuple(Contribution(d.id, d.count) for d in same))
        for look, same in looks.items()
        if (len(same) if rule.copies else sum(design.count for design in same)) > 1
    ]


def _outside(rule: Rule, designs: list[Design]) -> list[Breach]:
    """Each number that is too small or too large."""
    return [
        Breach(heading, number, (Contribution(design.id, design.count),))
        for design in designs
        for heading in rule.columns
        if not _within(rule, number := _number(cell_of(design, heading)))
    ]
