"""Memos: the rules of a game on a page, or on a card for each player."""

from __future__ import annotations

from pathlib import Path

from pnp.cache import Cache
from pnp.library.places import Name, PathName, Start, located
from pnp.memo.format import Format
from pnp.memo.print import Order, PrintedMemo
from pnp.memo.print import print_memo as print_order
from pnp.sheet.paper import parse_paper
from pnp.spec.languages import choose_language
from pnp.terms import Ink


def print_memo(
    game: Name,
    variant: str = "",
    *,
    form: Format | str = Format.TWO_UP,
    paper: str = "a4",
    lang: str | None = None,
    ink: Ink | str = Ink.FULL,
    copies: int | None = None,
    cache: bool = True,
    out: PathName = "output",
    start: Start = None,
    allow_code: bool = False,
) -> PrintedMemo:
    """A memo of a game as a PDF in `out/<game>/`; `variant` names one of its `memo-<variant>` sources.

    Its numbers come from the spec and the rules. PnpError when it does not fit at a size that can be read.
    """
    found = located(game, start, allow_code=allow_code)
    order = Order(Format(form), parse_paper(paper), choose_language(*found, lang), Ink(ink), copies)
    return print_order(*found, variant, order, Path(out), Cache.of_user() if cache else Cache.none())
