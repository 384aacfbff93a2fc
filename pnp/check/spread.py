"""Group the set-ups of a game by the number of pieces in play and returned to the box."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.check.report import Census, CheckedLine, Deal, TableSetup, in_play_and_returned

Outcome = tuple[int, tuple[int, ...]]
"""Number of pieces in play, and number of pieces of each line returned to the box."""


@dataclass(frozen=True)
class SetupGroup:
    """Set-ups with the same outcome."""

    fewest: int
    """Minimum number of players."""
    most: int
    """Maximum number of players."""
    setups: tuple[TableSetup, ...]
    """One set-up per choice of options, the defaults first if they are included."""
    whole: bool
    """Whether these are all choices of options."""
    in_play: int
    """Number of pieces in play."""
    back: tuple[int, ...]
    """Number of pieces of each line returned to the box."""

    @property
    def default(self) -> bool:
        """Whether the set-ups include the defaults."""
        return not self.setups[0].options and not self.setups[0].preset


def group_setups(census: Census, lines: tuple[CheckedLine, ...]) -> list[SetupGroup]:
    """Return the set-ups of a game grouped by outcome, fewest players first."""
    found: list[list[SetupGroup]] = []
    for players in dict.fromkeys(deal.setup.players for deal in census.deals):
        groups: dict[Outcome, list[Deal]] = {}
        for deal in (deal for deal in census.deals if deal.setup.players == players):
            groups.setdefault(_outcome(deal, lines), []).append(deal)
        made = [
            SetupGroup(players, players, tuple(deal.setup for deal in deals), len(groups) == 1, in_play, back)
            for (in_play, back), deals in groups.items()
        ]
        if found and found[-1][0].most == players - 1 and _same(found[-1], made):
            found[-1] = [_up_to(spread, players) for spread in found[-1]]
        else:
            found.append(made)
    return [spread for made in found for spread in made]


def _outcome(deal: Deal, lines: tuple[CheckedLine, ...]) -> Outcome:
    return deal.held.total() - deal.spare.total(), tuple(in_play_and_returned(deal, line)[1] for line in lines)


def _same(some: list[SetupGroup], others: list[SetupGroup]) -> bool:
    """Return whether two numbers of players have the same outcomes for the same options."""
    return [_outcome_key(spread) for spread in some] == [_outcome_key(spread) for spread in others]


def _outcome_key(spread: SetupGroup) -> tuple[object, ...]:
    options = [(setup.options, setup.preset) for setup in spread.setups]
    return options, spread.in_play, spread.back


def _up_to(spread: SetupGroup, most: int) -> SetupGroup:
    return SetupGroup(spread.fewest, most, spread.setups, spread.whole, spread.in_play, spread.back)
