"""The `pnp sweep` command: one run per combination of settings, and a table of all runs."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import add_row, new_table, out, print_table
from pnp.cli.parameters import command_with_options, language_for_game, report_interrupt, stage_progress
from pnp.errors import Location, Problem, SpecError
from pnp.library.options import SweepOptions
from pnp.terms import Lang
from pnp.words import Texts

if TYPE_CHECKING:
    from pnp.library.playing import FinishedRun
    from pnp.sim.variants import Variant

TABLE = "sweep.csv"
WORDS = Texts("sweep")
KEYS = (
    "games",
    "first_wins",
    "half_interval",
    "turns",
    "score",
    "winning_score",
    "margin",
    "lead_changes",
    "never_used",
)


@command_with_options(SweepOptions, resume="report")
def sweep(game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")], *, options: SweepOptions) -> None:
    """Play one run per combination of the values of --set, and compare them in one table."""
    import pnp

    single = {name: f"--option {name}" for name in options.options or {}}
    given = {"players": options.players, "bots": options.bots}
    single |= {name: f"--{name}" for name, value in given.items() if value is not None}
    _check_conflicts(options.sets, single)
    path = Path(options.out or Path("output") / game / "sweep")
    language = language_for_game(game, options.lang)
    options = replace(options, out=path, lang=language, stages=stage_progress("", language))
    with report_interrupt(language):
        found = pnp.sweep.with_options(game, options)
    _show(path, found, language)


def _check_conflicts(sets: Sequence[str], single: Mapping[str, str]) -> None:
    """Raise SpecError if a setting is varied by --set and also fixed by the option named in `single`."""
    both = [name for name in (text.partition("=")[0] for text in sets) if name in single]
    if both:
        raise SpecError(
            *(
                Problem(Location(option=f"--set {name}"), f"conflicts with {single[name]}", code="E1203")
                for name in both
            )
        )


def _show(path: Path, found: list[tuple[Variant, FinishedRun]], lang: Lang) -> None:
    """Print the table of all runs, and write it to sweep.csv."""
    from pnp.report.findings import Findings, percent, points
    from pnp.sim.folder import write_errors
    from pnp.store.files import write_atomically
    from pnp.words import format_number

    varied = list(found[0][0].choices) or ["run"]
    words = WORDS[lang]
    numbers = [words[key] for key in KEYS]
    shown = new_table(*varied, *numbers, words["ending"], numbers=tuple(numbers))
    content = io.StringIO()
    rows = csv.writer(content, lineterminator="\n")
    rows.writerow([*varied, *KEYS, "endings", "digest", "folder"])
    for variant, run in found:
        folder, summary = run.folder, run.summary
        findings = Findings(folder, summary, lang)
        share = findings.seats[0].share
        values = [summary.turns.mean, summary.all_scores.mean, summary.winning_scores.mean, summary.margins.mean]
        leads = [format_number(summary.lead_changes.mean, lang, 1) if findings.has_leader else "–"]
        chosen = list(variant.choices.values()) or [variant.folder]
        ends = [
            f"{findings.endings.get(key, key)} {percent(count / summary.games, lang, 0)}"
            for key, count in summary.endings.most_common()
        ]
        add_row(
            shown, *chosen, summary.games, percent(share, lang), points(findings.half_width, lang),
            *(format_number(value, lang, 1) for value in values), *leads, len(findings.unused), ", ".join(ends),
        )  # fmt: skip
        endings = " ".join(f"{key}={count}" for key, count in sorted(summary.endings.items()))
        measures = [summary.games, share, findings.half_width, *values, summary.lead_changes.mean, len(findings.unused)]
        rows.writerow([*chosen, *measures, endings, summary.digest, folder.path.name])
    print_table(shown)
    with write_errors(path):
        write_atomically(path / TABLE, content.getvalue().encode())
    out.print(str(path / TABLE), soft_wrap=True)
