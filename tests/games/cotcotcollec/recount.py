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
    table, *seats = [read(part) for part in position.split(";")]
    motifs = "abcdefghijklmnopqrstuvwxyz"[: sum(d.fields["kind"] == "object" for d in spec.decks["cards"].designs)]
    totals = pads(table, len(seats))
    for motif in motifs:
        rows = [row_of(motif, words, f"{seat}{motif}" == table["fox"]) for seat, words in enumerate(seats)]
        for seat, points in enumerate(points_of(rows, table.get("second_after_tie", "no") == "yes")):
            totals[seat] += points
    for seat, words in enumerate(seats):
        collections = [row for row in words["collections"].split(",") if row != "-"]
        empty_chests = len(words["chests"].replace("-", "")) - len(collections)
        totals[seat] -= PENALTY_OF_A_CHEST * empty_chests
        totals[seat] -= PENALTY_OF_A_CARD * len(words["hand"].replace("-", ""))
    return totals


def read(part: str) -> dict[str, str]:
    """The words of the table or of a player, by name."""
    words = {}
    for word in part.split():
        name, value = word.split("=")
        words[name] = value
    return words


def pads(table: dict[str, str], players: int) -> list[int]:
    """What each player has on the pad, without the last scoring."""
    written = [int(points) for points in table["pad"].split(",")] if table["pad"] != "-" else []
    if int(table["roosters"]) >= ROOSTERS:
        written = written[:-players]
    return [sum(points for at, points in enumerate(written) if at % players == seat) for seat in range(players)]


def row_of(motif: str, words: dict[str, str], under_the_fox: bool) -> str:
    """A player's collection of a motif, nothing where he has none or where the fox sits on it."""
    for row in words["collections"].split(","):
        if row[0] == motif and not under_the_fox:
            return row
    return ""


def points_of(rows: list[str], second_after_tie: bool) -> list[int]:
    """What the collections of one motif give, the doublers included."""
    lengths = [len(row.replace("2", "")) for row in rows]
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
        points.append(own * 2 if row.endswith("2") else own)
    return points
