"""The points of the garden game, counted independently: one for each guest with undies on a laid tile."""

from __future__ import annotations

from collections import Counter

from pnp.spec.model import Game

ROUNDS = 2


def recount(spec: Game, position: str) -> list[int]:
    """The points of each player: what he noted of his round as Koko, or what lies in the garden of his round now."""
    words = dict(word.split("=", 1) for word in position.split(" "))
    points = [int(part) for part in words["scored"].split("/")]
    now = int(words["round"])
    koko = min(now, ROUNDS) - 1
    points[koko] = count_undies(spec, words)
    for later in range(koko + 1, ROUNDS):
        points[later] = 0
    return points


def count_undies(spec: Game, words: dict[str, str]) -> int:
    """The guests of the laid tiles, one by one: who has undies? None may lie elsewhere, and none may be lost."""
    holders = Counter(name for name in words["undies"].split(",") if name)
    found = 0
    for name in (part.split("@")[0] for part in words["garden"].split(";")):
        design = next(design for design in spec.decks["tiles"].designs if design.id == name.split(":")[0])
        for half in ("a", "b"):
            if design.fields[f"guest_{half}"] != "none":
                found += holders.pop(f"{name}.{half}", 0)
    all_undies = sum(token.count for token in spec.decks["tokens"].designs if token.fields["what"] == "undies")
    if holders or found != all_undies - int(words["reserve"]) - int(words["taken"]):
        raise ValueError(f"{words['undies']}: undies without a guest, or lost")
    return found
