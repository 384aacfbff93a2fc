"""Hypothesis plays: any sequence of moves, copies, detours and mistakes leaves a game in order."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pnp.errors import IllegalMove
from pnp.play.core import OVER, Rules, State
from pnp.play.registry import playable_games
from tests.examples import examples
from tests.play.test_every_game import rules_of


class Table(RuleBasedStateMachine):
    """One game, played on two copies with the same actions."""

    name = ""

    @initialize(data=st.data(), seed=st.integers(0, 10_000))
    def deal(self, data: st.DataObject, seed: int) -> None:
        self.played: Rules = rules_of(self.name)
        fewest, most = self.played.spec.players
        options = {
            option: data.draw(st.sampled_from(about.choices), option) for option, about in self.played.options.items()
        }
        self.state: State = self.played.new(data.draw(st.integers(fewest, most), "players"), seed, options)
        self.twin = self.played.decode(self.state.encode())

    def running(self) -> bool:
        return hasattr(self, "state") and self.state.current() != OVER

    @precondition(running)
    @rule(choice=st.integers(0, 10**6))
    def move(self, choice: int) -> None:
        legal = self.state.legal()
        action = legal[choice % len(legal)]
        self.state.apply(action)
        self.twin.apply(action)

    @precondition(running)
    @rule(choice=st.integers(0, 10**6), steps=st.integers(1, 12))
    def detour(self, choice: int, steps: int) -> None:
        """What is tried on a clone, or on an imagined position, changes nothing here."""
        before = self.state.encode()
        for tried in (self.state.clone(), self.state.determinize(self.state.current(), Random(choice))):
            for _ in range(steps):
                if tried.current() == OVER:
                    break
                tried.apply(Random(choice).choice(tried.legal()))
        assert self.state.encode() == before

    @rule()
    def store(self) -> None:
        """A game can be stopped, stored and resumed at any time, also when it is over."""
        self.twin = self.played.decode(self.twin.encode())

    @precondition(running)
    @rule(action=st.integers(-5, 5000))
    def mistake(self, action: int) -> None:
        if action not in self.state.legal():
            before = self.state.encode()
            with pytest.raises(IllegalMove):
                self.state.apply(action)
            assert self.state.encode() == before

    @invariant()
    def in_order(self) -> None:
        if hasattr(self, "state"):
            assert self.state.census() == self.played.manifest()
            assert self.state.encode() == self.twin.encode()
            assert self.state.scores() == self.twin.scores()
            legal = self.state.legal()
            assert legal == sorted(set(legal))
            assert bool(legal) == (self.state.current() != OVER)


@pytest.mark.parametrize("name", playable_games())
def test_any_sequence(name: str) -> None:
    machine = type(f"Table_{name}", (Table,), {"name": name})
    run_state_machine_as_test(machine, settings=settings(examples(8), stateful_step_count=120))
