"""Memos: the rules of a game on a page, or on a card for each player."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from pnp.cache import Cache
from pnp.config import choose, read_config
from pnp.confine import Handover, confined, list_problem, read_problem
from pnp.errors import Problem
from pnp.library.places import Name, PathName, Start, located
from pnp.memo.format import Format
from pnp.memo.print import Order, PrintedMemo
from pnp.memo.print import print_memo as print_order
from pnp.memo.print import sketch_memo as sketch_order
from pnp.memo.trial import Trial
from pnp.progress import Progress, silent
from pnp.resources import Located, Project
from pnp.sheet.paper import Paper
from pnp.terms import Ink, Lang


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
    store = Cache.of_user() if cache else Cache.none()
    limits = read_config(found.project).limits
    made = confined(f"{__name__}:memo_task", *found, variant, order, chosen.output.value, store, limits=limits)
    pdf, title, copies, size_pt, size_bytes, trial = made.about
    return PrintedMemo(Path(pdf), title, copies, size_pt, size_bytes, Trial(**trial))


def memo_task(
    project: Project, game_id: str, variant: str, order: Order, folder: Path, cache: Cache, *, progress: Progress
) -> Handover:
    """The memo printed, for another process."""
    made = print_order(project, game_id, variant, order, folder, cache)
    return Handover([str(made.pdf), made.title, made.copies, made.size_pt, made.size_bytes, asdict(made.trial)])


def sketch_memo(
    game: Located, variant: str, trial: Trial, *, form: Format, paper: str | None, lang: Lang, ink: Ink | None
) -> tuple[bytes, str, int] | None:
    """A memo in sizes that fitted before, as a PDF, its title and copies; None where it no longer fits in them."""
    chosen = choose(*game, lang=lang, paper=paper, ink=ink)
    order = Order(form, chosen.paper.value, chosen.lang, chosen.ink.value)
    limits = read_config(game.project).limits
    made = confined(f"{__name__}:sketch_task", *game, variant, order, trial, Cache.of_user(), limits=limits)
    return (made.blobs[0], *made.about) if made.about else None


def sketch_task(
    project: Project, game_id: str, variant: str, order: Order, trial: Trial, cache: Cache, *, progress: Progress
) -> Handover:
    """A memo in sizes that fitted before, for another process."""
    made = sketch_order(project, game_id, variant, order, trial, cache)
    return Handover(None) if made is None else Handover(made[1:], made[:1])


def check_memos(game: Located, paper: Paper, progress: Progress = silent) -> list[Problem]:
    """What is wrong with the memos of a game."""
    limits = read_config(game.project).limits
    made = confined(f"{__name__}:lint_task", game, paper, limits=limits, progress=progress)
    return [read_problem(each) for each in made.about]


def lint_task(game: Located, paper: Paper, *, progress: Progress) -> Handover:
    """What is wrong with memos, for another process."""
    from pnp.memo.lint import check_game

    found = check_game(*game, paper, progress)
    return Handover([list_problem(each) for each in found])
