"""The points of Winston, counted independently from a position's text."""

from __future__ import annotations

from pnp.spec.model import Game


def recount(spec: Game, position: str) -> list[int]:
    """1 + 2 + 3 … for the bodies of each dog picked up; six more for the bone, six less for the poop.

    The bone is with the last of the longest dogs, the poop with the last of the shortest: an equal dog takes them.
    """
    said = dict(word.split("=") for word in position.split(" "))
    points = [0 for _ in said["hands"].split("/")]
    owners, lengths = [], []
    for dog in said["dogs"].split(",") if said["dogs"] else []:
        seat, _, kind = dog.partition(":")
        owner, bodies = int(seat) - 1, int(kind.rstrip("*").rpartition(".")[2])
        points[owner] += sum(range(1, bodies + 1))
        owners.append(owner)
        lengths.append(bodies)
    if "five_plus_bucket:yes" in said["options"].split(","):
        largest = max(int(str(size.fields["bodies"])) for size in spec.decks["sizes"].designs)
        lengths = [min(length, largest) for length in lengths]
    if lengths:
        points[[owner for owner, length in zip(owners, lengths, strict=True) if length == max(lengths)][-1]] += 6
        points[[owner for owner, length in zip(owners, lengths, strict=True) if length == min(lengths)][-1]] -= 6
    return points
