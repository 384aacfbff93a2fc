"""`pnp memo`: the rules of a game on one page, or on a card."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.choices import choose_for, explain_choices
from pnp.cli.console import add_row, err, kilobytes, out, progress, show_error, table
from pnp.cli.options import AllowCode, Explain, Games, InkName, LangNames, OutFolder, PaperName, UseCache
from pnp.config import Choices, choose
from pnp.errors import PnpError, PressError, Problem
from pnp.library.places import locate_games
from pnp.location import option
from pnp.memo.format import Format
from pnp.resources import Located

if TYPE_CHECKING:
    from pnp.memo.print import Order


def memo(
    games: Games = None,
    form: Annotated[
        Format, typer.Option("--format", help="Two halves of a sheet, a half, a quarter, a card, a whole sheet.")
    ] = Format.TWO_UP,
    paper: PaperName = None,
    lang: LangNames = None,
    copies: Annotated[
        int | None,
        typer.Option(help="How many.", show_default="two halves of a sheet, a card for each player, else one"),
    ] = None,
    ink: InkName = None,
    check: Annotated[bool, typer.Option("--check", help="Lint the memos in all languages; print nothing.")] = False,
    cache: UseCache = True,
    out_folder: OutFolder = None,
    explain: Explain = False,
    allow_code: AllowCode = False,
) -> None:
    """Print the rules of a game on one page, or on a card for each player."""
    from pnp.memo.print import Order

    order = Order(form, copies=copies)
    chosen, failed = choose_for(
        locate_games(*games or [], allow_code=allow_code),
        lambda game: choose(*game, lang=lang, paper=paper, ink=ink, out=out_folder),
    )
    if explain:
        explain_choices(chosen, "languages", "paper", "ink", "output")
    named = bool(games)
    failed |= _check(chosen, named=named) if check else _print(chosen, order, cache, named=named)
    if failed:
        err.print("not everything is in order" if check else "not everything was printed")
        raise typer.Exit(1)


def _print(chosen: dict[Located, Choices], order: Order, cache: bool, *, named: bool) -> bool:
    """Write the memos of all games; whether something failed."""
    import pnp
    from pnp.memo.lint import check_printed
    from pnp.memo.source import variants

    for folder in {choices.output.value for choices in chosen.values()}:
        if folder.exists() and not folder.is_dir():
            found, hint = f"the file {folder}", "choose another --out"
            raise PressError(Problem(option("--out"), "must be a folder", hint, found=found, code="E0102"))
    failed = False
    findings: Counter[str] = Counter()
    summary = table("memo", "copies", "letters", "file", "size", numbers=("copies", "letters", "size"))
    work = [
        (game, variant, lang)
        for game, choices in chosen.items()
        for lang in choices.languages.value
        for variant in _there(game, named=named)
    ]
    with progress("memo") as report:
        for done, (game, variant, lang) in enumerate(work):
            report(done, len(work))
            choices = chosen[game]
            try:
                made = pnp.print_memo(
                    game, variant, form=order.form, paper=choices.paper.value.name, lang=lang,
                    ink=choices.ink.value, copies=order.copies, cache=cache, out=choices.output.value,
                )  # fmt: skip
                findings[game.id] += len(check_printed(*game, variant, lang))
            except PnpError as error:  # one game's mistake does not cost the others
                failed = True
                show_error(error)
                continue
            size = kilobytes(made.size_bytes)
            add_row(summary, made.title, made.copies, f"{made.size_pt:.1f} pt", made.pdf, size)
    if summary.row_count:
        out.print(summary)
    if count := findings.total():
        names = " ".join(name for name in findings if findings[name])
        err.print(f"{count} finding{'s' * (count > 1)}: pnp memo {names} --check")
    for project, name in chosen:
        if not named and not variants(project.components / name):
            out.print(f"{name}: no memo yet")
    return failed


def _there(game: Located, *, named: bool) -> list[str]:
    """The memos of a game; its own, which will be missed, where a game without any was asked for."""
    from pnp.memo.source import variants

    return variants(game.project.components / game.id) or ([""] if named else [])


def _check(chosen: dict[Located, Choices], *, named: bool) -> bool:
    """Lint the memos of all games; whether something is wrong."""
    from pnp.library.memos import check_memos
    from pnp.memo.source import variants

    failed = False
    for game, choices in chosen.items():
        project, name = game
        if not named and not variants(project.components / name):
            out.print(f"{name}: no memo yet")
            continue
        try:
            with progress(f"{name}: memos") as report:
                problems = check_memos(game, choices.paper.value, report)
        except PnpError as error:
            problems = list(error.problems)
        if problems:
            failed = True
            show_error(PnpError(*problems))
        else:
            out.print(f"{name}: memos in order")
    return failed
