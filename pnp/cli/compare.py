"""`pnp compare`: what changed between two runs, and whether it is statistically significant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pnp.cli.console import add_row, out, progress, show, table
from pnp.cli.languages import tell
from pnp.cli.options import AllowCode, LangName
from pnp.spec.languages import pick

MOST_CHANGES: Final = 12
FEW_GAMES: Final = 400


def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN_A", help="The folder of a run.")],
    second: Annotated[Path, typer.Argument(metavar="RUN_B", help="The folder of another run of the same game.")],
    lang: LangName = None,
    allow_code: AllowCode = False,
) -> None:
    """Say what changed from one run to another, and whether it is more than chance.

    Shares are compared by a two-proportion test, means by Welch's t-test. As many numbers are compared, only what
    is significant at the 1 % level after Holm's correction is called more than chance.
    """
    import pnp
    from pnp.report.compare import Comparison
    from pnp.report.words import WORDS, counted

    with progress("compare"):
        found = pnp.compare_runs(first, second, allow_code=allow_code)
    setup = found.before.folder.setup
    language = tell(pick(lang, setup.rules.spec.languages, setup.game))
    words = WORDS[language]
    before, after = found.before.summary, found.after.summary
    listed = [f"{each.what} {each.before} → {each.after}" for each in found.changes[:MOST_CHANGES]]
    listed += ["…"] if len(found.changes) > MOST_CHANGES else []
    said = words["compare-setup"].format(changes=" · ".join(listed)) if listed else words["compare-setup-none"]
    out.print(said, soft_wrap=True)
    if before.digest == after.digest:
        out.print(words["compare-same"])
        return
    if before.players != after.players:
        out.print(words["compare-players"])
    for path, summary in ((first, before), (second, after)):
        if summary.games < FEW_GAMES:
            games = counted("game", summary.games, language)
            out.print(words["compare-small"].format(run=path, games=games), soft_wrap=True)
    comparison = Comparison(found.measures, (found.before.folder.setup, found.after.folder.setup), language)
    for sentence in comparison.sentences():
        out.print(f"- {sentence}", soft_wrap=True)
    heads = [words["compare-head-name"], "A", "B", words["compare-head-difference"], words["compare-head-verdict"]]
    shown = table(*heads, numbers=tuple(heads[1:4]))
    for row in comparison.rows():
        add_row(shown, row.name, row.before, row.after, row.difference, row.verdict)
    out.print()
    show(shown)
