"""The engine's census beside the spec: an engine that lies is found out, in the set-ups where it does."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from pnp.check.game import Engine, all_setups, check_game, find_engine, take_census
from pnp.check.report import Census, DifferenceKind, NoteKind
from pnp.check.wording import group_setups
from pnp.play.core import Option, Rules, State
from pnp.play.registry import playable_games
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from tests.check.boxes import made, row

ROWS = [row("one", 4), row("two", 3)]


class Table:
    """A stub: it only knows what was dealt."""

    def __init__(self, held: dict[str, int], spare: dict[str, int]) -> None:
        self.held, self.aside = Counter(held), Counter(spare)

    def census(self) -> Counter[str]:
        return self.held

    def spare(self) -> Counter[str]:
        return self.aside


class Tideless:
    """Rules that deal what the spec has; one of `two` stays in the box for each player who is not there."""

    options = {"storm": Option(("no", "yes"), {})}  # noqa: RUF012
    presets = {"calm": {"storm": "no"}}  # noqa: RUF012

    def __init__(self, spec: Game) -> None:
        self.spec = spec

    def decks(self) -> tuple[str, ...]:
        return ("beach",)

    def new(self, players: int, seed: object, options: dict[str, str]) -> Table:
        return Table(self.held(players, options), self.spare(players, options))

    def held(self, players: int, options: dict[str, str]) -> dict[str, int]:
        return {"one": 4, "two": 3}

    def spare(self, players: int, options: dict[str, str]) -> dict[str, int]:
        return {"two": 3 - players}


def census_of(engine: type[Tideless], game: Game | None = None) -> Census:
    return take_census(cast(Engine, engine), game or made(ROWS))


def use(monkeypatch: pytest.MonkeyPatch, engine: type[Tideless]) -> None:
    monkeypatch.setattr("pnp.check.game.find_engine", lambda project, game_id: engine)


def test_every_number_of_players_with_every_option_and_preset_is_dealt() -> None:
    rules = cast(Rules, Tideless(made(ROWS)))
    found = [(setup.players, setup.options, setup.preset) for setup in all_setups(rules)]
    variants = [({}, ""), ({"storm": "yes"}, ""), ({"storm": "no"}, "calm")]
    assert found == [(players, *variant) for players in (2, 3) for variant in variants]


def test_an_honest_engine_agrees() -> None:
    census = census_of(Tideless)
    assert census.ok
    assert len(census.deals) == 6


def test_a_piece_too_many_and_one_too_few_are_named_with_their_set_up() -> None:
    class Lying(Tideless):
        def held(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return (
                {"one": 5, "two": 2}
                if players == 3 and options.get("storm") == "yes"
                else super().held(players, options)
            )

    found = census_of(Lying).differences
    assert [(d.piece, d.expected, d.found, d.against) for d in found] == [
        ("one", 4, 5, DifferenceKind.SPEC),
        ("two", 3, 2, DifferenceKind.SPEC),
    ]
    assert [(setup.players, setup.options) for setup in found[0].setups] == [(3, {"storm": "yes"})]


def test_a_piece_that_nobody_knows_is_a_difference() -> None:
    class Inventing(Tideless):
        def held(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return super().held(players, options) | {"ghost": 1}

    [difference] = census_of(Inventing).differences
    assert (difference.piece, difference.expected, difference.found) == ("ghost", 0, 1)
    assert len(difference.setups) == 6


def test_more_put_back_than_there_is_is_a_difference() -> None:
    class Generous(Tideless):
        def spare(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return {"two": 4}

    [difference] = census_of(Generous).differences
    assert (difference.piece, difference.expected, difference.found, difference.against) == (
        "two",
        3,
        4,
        DifferenceKind.SPARE,
    )


def test_an_engine_that_breaks_is_a_failure_and_not_a_traceback() -> None:
    class Fragile(Tideless):
        def held(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return {"one": [4][players - 2], "two": 3}

    census = census_of(Fragile)
    [failure] = census.failures
    assert failure.message == "IndexError: list index out of range"
    assert {setup.players for setup in failure.setups} == {3}
    assert len(census.deals) == 3

    class Unbuilt(Tideless):
        def __init__(self, spec: Game) -> None:
            raise KeyError("army")

    census = census_of(Unbuilt)
    assert not census.ok
    assert (census.failures[0].setups, census.failures[0].message) == ((), "KeyError: 'army'")


def test_a_deck_that_the_spec_does_not_have_is_a_failure() -> None:
    class Elsewhere(Tideless):
        def decks(self) -> tuple[str, ...]:
            return ("beach", "dunes")

    assert [failure.message for failure in census_of(Elsewhere).failures] == ['the spec has no deck "dunes"']


def test_the_lines_of_the_box_show_what_the_engine_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(Tideless):
        def held(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return {"one": 4, "two": players}

    use(monkeypatch, Forgetful)
    [line] = check_game(bundled_project(), made(ROWS)).lines
    assert (line.says, line.has, line.holds, line.ok) == (7, {"beach": 7}, (6, 7), False)
    use(monkeypatch, Tideless)
    assert check_game(bundled_project(), made(ROWS)).lines[0].ok


def test_outcomes_that_are_the_same_are_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Tideless)
    report = check_game(bundled_project(), made(ROWS))
    assert report.census is not None
    found = group_setups(report.census, report.lines)
    assert [(s.fewest, s.most, s.whole, s.in_play, s.back) for s in found] == [
        (2, 2, True, 6, (1,)),
        (3, 3, True, 7, (0,)),
    ]

    class Stormy(Tideless):
        def spare(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return {"one": 4} if options.get("storm") == "yes" else {}

    use(monkeypatch, Stormy)
    report = check_game(bundled_project(), made(ROWS))
    assert report.census is not None
    calm, storm = group_setups(report.census, report.lines)
    assert (calm.fewest, calm.most, calm.default, calm.in_play, calm.back) == (2, 3, True, 7, (0,))
    assert (storm.fewest, storm.most, storm.default, storm.in_play, storm.back) == (2, 3, False, 3, (4,))


def test_a_game_without_an_engine_is_noted_and_only_strictly_refused() -> None:
    report = check_game(bundled_project(), made(ROWS, {"form": "count", "is": 7}))
    assert report.census is None
    assert [note.kind for note in report.notes] == [NoteKind.NO_ENGINE]
    assert (report.failures(strict=False), report.failures(strict=True)) == (0, 1)


@pytest.mark.parametrize("name", playable_games())
def test_every_bundled_box_agrees_even_strictly(name: str) -> None:
    report = check_game(bundled_project(), load_game(bundled_project(), name, any_box=True))
    assert report.census is not None
    assert report.census.differences == ()
    assert report.census.failures == ()
    assert [line.says for line in report.lines] == [line.holds and line.holds[0] for line in report.lines]
    assert report.verdicts
    assert report.failures(strict=True) == 0


@pytest.mark.parametrize("name", playable_games())
def test_a_real_engine_that_drops_a_piece_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = find_engine(bundled_project(), name)
    assert engine is not None
    game = load_game(bundled_project(), name)
    kind = type(engine(game).new(game.players[0]))
    honest = kind.census

    def lying(state: State) -> Counter[str]:
        census = honest(state)
        census[next(iter(game.designs()))[1].id] -= 1
        return census

    monkeypatch.setattr(kind, "census", lying)
    report = check_game(bundled_project(), game)
    assert report.census is not None
    [difference] = report.census.differences
    assert difference.piece == game.designs()[0][1].id
    assert len(difference.setups) == len(report.census.deals)
    assert sum(not line.ok for line in report.lines) == 1
