"""A game that is fair by construction, as a designer's project: everybody draws, the highest total wins.

Which pile a card comes from makes no difference: what goes with winning is chance, too. `start` gives points to whoever
begins.
"""

from __future__ import annotations

from pathlib import Path

from pnp.sim.folder import Folder
from pnp.sim.setup import Setup, make_setup
from pnp.sim.summary import Summary
from pnp.sim.work import Task, play_batch
from tests.loading import load_rules

FILES = {
    "game.toml": """\
title = { en = "Fair Draw", fr = "Pioche" }
players = [2, 4]
age = 6
minutes = 1

[decks.cards]
title = { en = "Cards", fr = "Cartes" }
kind = "card"
size = [44, 68]
table = "cards.csv"
front = "card.svg.j2"

[decks.cards.columns]
worth = { type = "int", min = 0, max = 99 }
""",
    "cards.csv": "id,count,worth\n" + "".join(f"c{worth},1,{worth}\n" for worth in range(12)),
    "rules.py": """\
from dataclasses import dataclass

from pnp.play import OVER, Card, Family, GameModule, Hidden, Option, Seat, SimpleRules, SimpleState, words

DRAWS = 1


@dataclass
class FairState(SimpleState):
    pile: Hidden
    drawn: list[list[Card]]
    first: Seat
    turn: Seat
    left: int

    def current(self):
        return self.turn if self.left else OVER

    def legal(self):
        return [0, 100] if self.left else []

    def apply(self, action):
        self.drawn[self.turn].append(self.pile.pop())
        self.left -= 1
        self.turn = (self.turn + 1) % self.players

    def scores(self):
        found = [sum(self.rules.value(card, "worth") for card in cards) for cards in self.drawn]
        found[self.first] += int(self.options["start"])
        return found


class FairRules(SimpleRules):
    state = FairState
    families = {
        base: Family(name, words(name)) for base, name in ((0, "left"), (100, "right"))
    }
    options = {"start": Option(("0", "3"), words("points"))}

    def deal(self, players, rng, options):
        pile = self.pile("cards")
        rng.shuffle(pile)
        first = rng.randrange(players)
        drawn = [[] for _ in range(players)]
        return FairState(pile, drawn, first, first, DRAWS * players, rules=self, players=players, options=options)


GAME = GameModule(rules=FairRules)
""",
}


def make_project(folder: Path) -> Path:
    """The files of the game; the folder."""
    (folder / "components" / "fair").mkdir(parents=True)
    (folder / "templates" / "fair").mkdir(parents=True)
    for name, content in FILES.items():
        (folder / "components" / "fair" / name).write_text(content, "utf-8")
    template = '{% extends "face.svg.j2" %}{% block body %}{{ text(piece.worth, 5, 8, w - 10, 12) }}{% endblock %}'
    (folder / "templates" / "fair" / "card.svg.j2").write_text(template, "utf-8")
    return folder


def fair_setup(folder: Path, players: int, seed: str, start: str = "0") -> Setup:
    """The set-up of a run of the game in a folder."""
    return make_setup(load_rules("fair", folder, allow_code=True), players, "random", {"start": start}, seed)


def played_in_memory(setup: Setup, games: int) -> tuple[Folder, Summary]:
    """A run that is not written."""
    batch = play_batch(Task(setup, 0, games))
    summary = Summary(setup.players, tally=batch.tally)
    for row in batch.rows:
        summary.add(row, setup)
    return Folder(Path("x"), setup, games), summary
