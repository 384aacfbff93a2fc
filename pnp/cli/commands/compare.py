"""The `pnp compare` command: differences between two runs, and whether they are significant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import add_row, new_table, out, print_table, progress
from pnp.cli.parameters import AllowCode, LangName, notice_untranslated
from pnp.spec.texts import pick_language


def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN_A", help="Folder of a run, or of records.")],
    second: Annotated[Path, typer.Argument(metavar="RUN_B", help="Another such folder of the same game.")],
    lang: LangName = None,
    allow_code: AllowCode = False,
) -> None:
    """Show what changed from one run to another, and whether it is more than chance.

    Shares are compared with a two-proportion z-test, means with Welch's t-test. Because many numbers are compared, only
    differences that are significant at the 1% level after Holm's correction are reported as more than chance.
    Games that people played, such as output/GAME/played, can be compared with those of bots.
    """
    import pnp
    from pnp.report.findings import (
        WORDS,
        Comparison,
        comparison_caveats,
        describe_setup_changes,
        left_out_sentences,
    )

    with progress("compare"):
        found = pnp.compare_runs(first, second, allow_code=allow_code)
    setup = found.before.folder.setup
    language = notice_untranslated(pick_language(lang, setup.rules.spec.languages, setup.game))
    words = WORDS[language]
    before, after = found.before.summary, found.after.summary
    out.print(describe_setup_changes(found.changes, language), soft_wrap=True)
    if before.digest == after.digest:
        out.print(words["compare-same"])
        return
    for caution in comparison_caveats({str(first): before, str(second): after}, language):
        out.print(caution, soft_wrap=True)
    for folder, run in ((first, found.before), (second, found.after)):
        for sentence in left_out_sentences(run.left_out, language):
            out.print(f"{folder} – {sentence}", soft_wrap=True)
    comparison = Comparison(found.measures, (found.before.folder.setup, found.after.folder.setup), language)
    for sentence in comparison.sentences():
        out.print(f"- {sentence}", soft_wrap=True)
    heads = [words["compare-head-name"], "A", "B", words["compare-head-difference"], words["compare-head-verdict"]]
    shown = new_table(*heads, numbers=tuple(heads[1:4]))
    for row in comparison.rows():
        add_row(shown, row.name, row.before, row.after, row.difference, row.verdict)
    out.print()
    print_table(shown)
