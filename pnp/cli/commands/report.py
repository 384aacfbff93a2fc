"""The `pnp report` command: the report of a run, or of games that people played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out, progress
from pnp.cli.parameters import WORDS, AllowCode, LangName


def report(
    folder: Annotated[Path, typer.Argument(help="Folder of a run, or of records such as output/GAME/played.")],
    lang: LangName = None,
    allow_code: AllowCode = False,
) -> None:
    """Write a report of the games in a folder into that folder: those of a run, or games that people played.

    Finished games are counted, if they have the most frequent number of players and options; the report says how many
    were left out. A few games prove little, and the report says what they can show.
    """
    import pnp
    from pnp.library.playing import report_language
    from pnp.report.findings import Findings
    from pnp.sim.folder import REPORT_FILE

    with progress("report") as bar:
        done = pnp.report_games(folder, lang=lang, allow_code=allow_code, progress=bar)
    language = report_language(done.folder, lang)
    for sentence in Findings(done.folder, done.summary, language, done.left_out).sentences():
        out.print(f"- {sentence}", soft_wrap=True)
    out.print(WORDS[language]["page"].format(page=folder / REPORT_FILE), soft_wrap=True)
