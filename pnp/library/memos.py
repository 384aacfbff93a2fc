"""Memos: the rules of a game on a page, or on a card for each player."""

from __future__ import annotations

from pnp.cache import Cache
from pnp.config import choose
from pnp.library.places import Name, PathName, Start, located
from pnp.memo.format import Format
from pnp.memo.print import Order, PrintedMemo
from pnp.memo.print import print_memo as print_order
from pnp.terms import Ink


def print_memo(
    game: Name,
    variant: str = "",
    *,
    form: Format | str = Format.TWO_UP,
    paper: str | None = None,
    lang: str | None = None,
    ink: Ink | str | None = None,
    copies: int | None = None,
    cache: bool = True,
    out: PathName | None = None,
    start: Start = None,
    allow_code: bool = False,
) -> PrintedMemo:
    """A memo of a game as a PDF in `out/<game>/`; `variant` names one of its `memo-<variant>` sources.

    Its numbers come from the spec and the rules. What is not given is what the project's pnp.toml says. PnpError when
    it does not fit at a size that can be read.
    """
    found = located(game, start, allow_code=allow_code)
    chosen = choose(*found, lang=lang, paper=paper, ink=ink, out=out)
    order = Order(Format(form), chosen.paper.value, chosen.lang, chosen.ink.value, copies)
    return print_order(*found, variant, order, chosen.output.value, Cache.of_user() if cache else Cache.none())
