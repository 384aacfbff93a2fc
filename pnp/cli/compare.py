"""`pnp compare`: what changed between two runs, and whether it is more than noise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import add_row, out, progress, show, table
from pnp.cli.options import LangName
from pnp.terms import Lang

MOST_CHANGES = 12
FEW_GAMES = 400


def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN_A", help="The folder of a run.")],
    second: Annotated[Path, typer.Argument(metavar="RUN_B", help="The folder of another run of the same game.")],
    lang: LangName = Lang.FR,
) -> None:
    """Say what changed from one run to another, and whether it is more than noise.

    Shares are compared by a test of two proportions, means by Welch's test; because many numbers are looked at, only
    what passes Holm's method is called more than noise.
    """
    from pnp.report.compare import Comparison
    from pnp.report.words import WORDS, counted
    from pnp.sim.collect import read_summary
    from pnp.sim.contrast import changes, compare_runs
    from pnp.sim.folder import open_folder

    words = WORDS[lang]
    with progress("compare"):
        (one, told), (other, told_other) = open_folder(first), open_folder(second)
        before, after = read_summary(one), read_summary(other)
        measures = compare_runs((one, before), (other, after))
    changed = changes(one, other, (str(told.get("engine_hash")), str(told_other.get("engine_hash"))))
    listed = [f"{each.what} {each.before} → {each.after}" for each in changed[:MOST_CHANGES]]
    listed += ["…"] if len(changed) > MOST_CHANGES else []
    setup = words["compare-setup"].format(changes="; ".join(listed)) if listed else words["compare-setup-none"]
    out.print(setup, soft_wrap=True)
    if before.digest == after.digest:
        out.print(words["compare-same"])
        return
    if before.players != after.players:
        out.print(words["compare-players"])
    for path, summary in ((first, before), (second, after)):
        if summary.games < FEW_GAMES:
            out.print(
                words["compare-small"].format(run=path, games=counted("game", summary.games, lang)), soft_wrap=True
            )
    comparison = Comparison(measures, (one.setup, other.setup), lang)
    for sentence in comparison.sentences():
        out.print(f"- {sentence}", soft_wrap=True)
    heads = [words["compare-head-name"], "A", "B", words["compare-head-difference"], words["compare-head-verdict"]]
    shown = table(*heads, numbers=tuple(heads[1:4]))
    for line in comparison.lines():
        add_row(shown, line.name, line.before, line.after, line.difference, line.verdict)
    out.print()
    show(shown)
