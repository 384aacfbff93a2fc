"""The `pnp check` command: whether box, spec and engine agree, and whether the spec's rules hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from pnp.cli.console import err, new_table, out, pass_fail_marks, progress, show_error
from pnp.cli.parameters import AllowCode, Games, LangName, notice_untranslated
from pnp.errors import PnpError
from pnp.library.places import locate_games
from pnp.spec.texts import pick_language
from pnp.terms import Lang

if TYPE_CHECKING:
    from pnp.check.report import GameReport, UnreadableGame
    from pnp.check.wording import ReportText
    from pnp.project.folders import GameRef

GOOD, BAD, WARNING = "green", "bold red", "yellow"


def check(
    games: Games = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all results as JSON.")] = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Also fail for a missing engine, missing rules, unused pieces and typographic errors.",
        ),
    ] = False,
    lang: LangName = None,
    allow_code: AllowCode = False,
) -> None:
    """Check that box, spec and engine agree, and that the spec's rules hold."""
    from pnp.check.report import as_document
    from pnp.check.wording import WORDS

    reports: list[GameReport | UnreadableGame] = []
    for game in locate_games(*games or [], allow_code=allow_code):
        reports.append(_check(game, strict, lang, quiet=as_json))
    failed = [report.game for report in reports if report.failures(strict)]
    if as_json:
        typer.echo(json.dumps(as_document(reports, strict), indent=1))
    elif failed:
        err.print(WORDS[lang or Lang.EN]["disagree"].format(games=", ".join(failed)))
    if failed:
        raise typer.Exit(1)


def _check(game: GameRef, strict: bool, lang: str | None, *, quiet: bool) -> GameReport | UnreadableGame:
    """Check a game and return its report, printed unless `quiet`."""
    import pnp
    from pnp.check.report import UnreadableGame

    try:
        with progress(game.id) as report_progress:
            report = pnp.check_game(game, progress=report_progress)
        page = _ReportPrinter(report, strict, notice_untranslated(pick_language(lang, report.spec.languages, game.id)))
    except PnpError as error:  # continue with the other games
        if not quiet:
            show_error(error)
        return UnreadableGame(game.id, error.problems)
    if not quiet:
        page.show()
    return report


class _ReportPrinter:
    """Printer of a game's report."""

    def __init__(self, report: GameReport, strict: bool, lang: Lang) -> None:
        from pnp.check import wording

        self.report, self.strict, self.lang = report, strict, lang
        self.text: ReportText = wording.describe_report(report, lang)
        self.end = wording.result_sentence(report, strict, lang)
        self.say, self.words = wording, wording.WORDS[lang]
        plain = not out.encoding.lower().startswith("utf")
        self.signs = pass_fail_marks()
        self.nothing = "-" if plain else "–"

    def show(self) -> None:
        """Print everything."""
        out.print(Text(f"{self.report.game} – {self.text.title}", style="bold"))
        self._box()
        self._engine()
        self._rules()
        self._typography()
        self._end()

    def _sign(self, ok: bool) -> Text:
        return Text(self.signs[not ok], style=GOOD if ok else BAD)

    def _bad(self, text: str, indent: int = 4) -> None:
        out.print(Padding(Text(text, style="red"), (0, 0, 0, indent), expand=False))

    def _box(self) -> None:
        if not self.text.lines:
            return
        heads = [self.words[key] for key in ("content", "box", "spec", "engine")]
        lines = new_table("", *heads, numbers=tuple(heads[1:]))
        absent = self.nothing if self.text.dealt else self.signs[1]
        for line in self.text.lines:
            cells = line.name, line.says, line.spec, absent if line.engine is None else line.engine
            lines.add_row(self._sign(line.ok), *(Text(cell, style="" if line.ok else "red") for cell in cells))
        box, spec, engine = self.text.total
        lines.add_row("", self.words["total"], box, spec, engine or self.nothing, style="bold")
        out.print(lines)
        for line in self.text.lines:
            if not line.ok:
                named = [f"{each.piece} × {each.amount}" if each.amount > 1 else each.piece for each in line.pieces]
                rows = self.words["rows"].format(pieces=self.say.list_some(named, self.lang))
                self._bad(f"{line.name} – {rows}")

    def _engine(self) -> None:
        if self.text.deals:
            heads = [self.words[key] for key in ("players", "options", "in_play", "back")]
            rows = new_table(*heads, numbers=(heads[0], heads[2]))
            for deal in self.text.deals:
                rows.add_row(deal.players, Text(deal.options), str(deal.in_play), Text(deal.back or self.nothing))
            out.print()
            out.print(rows)
        for trouble in self.text.disagreements[: self.say.MAX_LISTED]:
            self._bad(f"{self.signs[1]} {trouble.text}", 0)
        self._more(len(self.text.disagreements))

    def _more(self, count: int) -> None:
        """Print how many entries are not listed."""
        if count > self.say.MAX_LISTED:
            self._bad(self.words["more"].format(count=count - self.say.MAX_LISTED))

    def _rules(self) -> None:
        if self.text.rules:
            out.print()
            out.print(Text(self.words["rules"], style="bold"))
        for rule in self.text.rules:
            out.print(Text.assemble(self._sign(rule.ok), " ", Text(rule.text, style="" if rule.ok else "red")))
            for breach in rule.breaches[: self.say.MAX_LISTED]:
                self._bad(breach.text)
            self._more(len(rule.breaches))

    def _typography(self) -> None:
        if not self.text.slips:
            return
        out.print()
        out.print(Text(self.words["typography"], style="bold"))
        sign, style = (self.signs[1], BAD) if self.strict else (self.nothing, WARNING)
        for misprint in self.text.slips:
            out.print(Text(f"{sign} {misprint.text}", style=style))

    def _end(self) -> None:
        out.print()
        for note in self.text.notes:
            sign = self.signs[1] if self.strict else self.nothing
            out.print(Text(f"{sign} {note}", style=BAD if self.strict else WARNING))
        ok = not self.report.failures(self.strict)
        out.print(Text.assemble(self._sign(ok), " ", Text(self.end, style=GOOD if ok else BAD)))
        out.print()
