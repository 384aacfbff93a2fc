"""The points of CotCotCollec' counted by hand from a position as text, slowly, as one would at a table."""

from __future__ import annotations

from pnp.spec.model import Game

ROOSTERS = 10
PENALTY_OF_A_CHEST = 2
PENALTY_OF_A_CARD = 1


def recount(spec: Game, position: str) -> list[int]:
    """The points each player would have if the last scoring were held on this table.

    Of the pad only the first two scorings are taken over: the last one can always be counted on the table, since
    nothing more is laid or moved once it was called.
    """
    table = dict(word.split("=") for word in position.split(" "))
    totals = pads(table)
    collections = [seat.split(",") if seat else [] for seat in table["collections"].split("/")]
    for design in spec.decks["cards"].designs:
        if design.fields["kind"] == "object":
            rows = [
                row_of(design.id, own, f"{player}:{design.id}" == table["fox"])
                for player, own in enumerate(collections, 1)
            ]
            for seat, points in enumerate(points_of(rows, "second_after_tie:yes" in table["options"].split(","))):
                totals[seat] += points
    for seat, (own, chests, hand) in enumerate(
        zip(collections, table["chests"].split("/"), table["hands"].split("/"), strict=True)
    ):
        totals[seat] -= PENALTY_OF_A_CHEST * (len(cards(chests)) - len(own))
        totals[seat] -= PENALTY_OF_A_CARD * len(cards(hand))
    return totals


def cards(text: str, sign: str = ",") -> list[str]:
    """The ids of cards, each as often as it is there."""
    found: list[str] = []
    for run in text.split(sign) if text else []:
        name, _, count = run.partition("*")
        found += [name] * int(count or 1)
    return found


def pads(table: dict[str, str]) -> list[int]:
    """What each player has on the pad, without the last scoring."""
    written = [[int(points) for points in seat.split(",")] if seat else [] for seat in table["pad"].split("/")]
    if int(table["roosters"]) >= ROOSTERS:
        written = [seat[:-1] for seat in written]
    return [sum(seat) for seat in written]


def row_of(motif: str, collections: list[str], under_the_fox: bool) -> list[str]:
    """The cards of a player's collection of a motif, nothing without one or where the fox sits on it."""
    for row in collections:
        laid = cards(row, "+")
        if laid[0] == motif and not under_the_fox:
            return laid
    return []


def points_of(rows: list[list[str]], second_after_tie: bool) -> list[int]:
    """What the collections of one motif give, the doublers included."""
    lengths = [sum(card != "doubler" for card in row) for row in rows]
    points = []
    for row, length in zip(rows, lengths, strict=True):
        longer = [other for other in lengths if other > length]
        equal = lengths.count(length) - 1
        if not length:
            own = 0
        elif sum(other > 0 for other in lengths) == 1:
            own = 4
        elif not longer:
            own = 2 if equal else 3
        else:
            tied_for_first = longer.count(max(longer)) > 1
            behind_the_first_only = min(longer) == max(longer)
            second = behind_the_first_only and not equal and (second_after_tie or not tied_for_first)
            own = 1 if second else 0
        points.append(own * 2 if "doubler" in row else own)
    return points
