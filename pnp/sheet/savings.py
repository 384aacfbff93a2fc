"""Savings: other options with which the same pieces take fewer sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pnp.sheet.layout import DEFAULT_MARGIN, UNPRINTABLE, Margins
from pnp.terms import Cutting

if TYPE_CHECKING:
    from pnp.sheet.layout import Layout
    from pnp.spec.deck import Piece

SMALL_MARGIN: Final = 3.0
"""Margin that some printers print in, in mm; others cut off parts of the label and the ruler there, but no piece."""


class Saving(NamedTuple):
    """Options with which a print takes fewer sheets."""

    cut: Cutting | None
    """Value of `--cut`; None for no change."""
    margin: float | None
    """Value of `--margin`, in mm; None for no change."""
    sheets: int
    """Number of sheets with these options."""
    instead: int
    """Number of sheets now."""

    @property
    def options(self) -> str:
        """The options to add to the command, such as "--cut shared --margin 3"."""
        changes = [f"--cut {self.cut}"] if self.cut else []
        return " ".join(changes if self.margin is None else [*changes, f"--margin {self.margin:g}"])

    @property
    def clips(self) -> bool:
        """Whether many printers cannot print the whole label and ruler with this margin."""
        return self.margin is not None and self.margin < UNPRINTABLE


def find_savings(pieces: list[Piece], layout: Layout, sheets: int) -> list[Saving]:
    """Return the options that take fewer sheets than now, the smallest change first, then only those that save more."""
    from pnp.sheet.plan import plan_sheets  # slow to import, and an unchanged build uses the stored result

    found: list[Saving] = []
    if layout.gap is not None or layout.paper.single:
        return found
    fewest = sheets
    for cut, margin in _choices(layout):
        margins = layout.margin if margin is None else Margins.even(margin)
        count = len(plan_sheets(pieces, replace(layout, cut=cut or layout.cut, margin=margins)))
        if count < fewest:
            found.append(Saving(cut, margin, count, sheets))
            fewest = count
    return found


def _choices(layout: Layout) -> Iterator[tuple[Cutting | None, float | None]]:
    """Yield other values of cut and margin: those without a risk first, last a margin that printers may clip."""
    cuts = [Cutting.APART, Cutting.AUTO, Cutting.SHARED]  # from most paper to least
    own = max(layout.margin) > DEFAULT_MARGIN  # a printer's
    for margins in ([None, UNPRINTABLE], [SMALL_MARGIN]):
        possible = [length for length in margins if length is None or (not own and length < min(layout.margin))]
        for cut in [None, *cuts[cuts.index(layout.cut) + 1 :]]:
            yield from ((cut, margin) for margin in possible if cut or margin)
