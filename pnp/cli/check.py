"""`pnp check`: the box, the spec and the engine counted against each other, and the rules of the spec."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pnp.cli.console import err, out, progress, show_error, signs, table
from pnp.cli.languages import tell
from pnp.cli.options import AllowCode, Games, LangName
from pnp.errors import PnpError
from pnp.library.places import locate_games
from pnp.spec.languages import pick
from pnp.terms import Lang

if TYPE_CHECKING:
    from pnp.check.report import Census, CheckedLine, GameReport, Unread
    from pnp.resources import Located
    from pnp.spec.model import Game

GOOD, BAD, SO_SO = "green", "bold red", "yellow"


def check(
    games: Games = None,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON document.")] = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Fail, too, without engine or rules, for pieces nobody plays with, and for slips of typography.",
        ),
    ] = False,
    lang: LangName = None,
    allow_code: AllowCode = False,
) -> None:
    """Check that box, spec and engine agree, and that the rules of the spec hold."""
    from pnp.check.report import as_document
    from pnp.check.words import WORDS

    reports: list[GameReport | Unread] = []
    for game in locate_games(*games or [], allow_code=allow_code):
        reports.append(_check(game, strict, lang, quiet=as_json))
    failed = [report.game for report in reports if report.failures(strict)]
    if as_json:
        typer.echo(json.dumps(as_document(reports, strict), indent=1))
    elif failed:
        err.print(WORDS[lang or Lang.EN]["disagree"].format(games=", ".join(failed)))
    if failed:
        raise typer.Exit(1)


def _check(game: Located, strict: bool, lang: str | None, *, quiet: bool) -> GameReport | Unread:
    """The report of a game, shown unless it shall be quiet."""
    import pnp
    from pnp.check.report import Unread

    try:
        with progress(game.id) as told:
            report = pnp.check_game(game, progress=told)
        page = _Page(report, strict, tell(pick(lang, report.spec.languages, game.id)))
    except PnpError as error:  # one game's mistake does not cost the others
        if not quiet:
            show_error(error)
        return Unread(game.id, error.problems)
    if not quiet:
        page.show()
    return report


class _Page:
    """The report of a game, printed."""

    def __init__(self, report: GameReport, strict: bool, lang: Lang) -> None:
        from pnp.check import words

        self.report, self.strict, self.lang = report, strict, lang
        self.game: Game = report.spec
        self.say, self.words = words, words.WORDS[lang]
        plain = not out.encoding.lower().startswith("utf")
        self.signs = signs()
        self.nothing = "-" if plain else "–"

    def show(self) -> None:
        """Print everything."""
        out.print(Text(f"{self.report.game} – {self.report.title[self.lang]}", style="bold"))
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
        if not self.report.lines:
            return
        heads = [self.words[key] for key in ("content", "box", "spec", "engine")]
        lines = table("", *heads, numbers=tuple(heads[1:]))
        for line in self.report.lines:
            name = self.say.line_words(line, self.game, self.lang)
            cells = name, str(line.says), self.say.has_words(line, self.lang), self._holds(line)
            lines.add_row(self._sign(line.ok), *(Text(cell, style="" if line.ok else "red") for cell in cells))
        self._total(lines)
        out.print(lines)
        designs = {design.id: design.count for _, design in self.game.designs()}
        for line in self.report.lines:
            if not line.ok:
                named = [f"{piece} × {designs[piece]}" if designs[piece] > 1 else piece for piece in line.pieces]
                rows = self.words["rows"].format(pieces=self.say.few_words(named, self.lang))
                self._bad(f"{self.say.line_words(line, self.game, self.lang)} – {rows}")

    def _holds(self, line: CheckedLine) -> str:
        """What the engine holds of a line; a dash when it has none of it, the bad sign when it cannot deal at all."""
        if line.holds is not None:
            return " / ".join(map(str, line.holds))
        return self.signs[1] if self.report.census and not self.report.census.deals else self.nothing

    def _total(self, lines: Table) -> None:
        """What a maker counts at the end; a piece in several forms once."""
        found = self.report.lines
        held = [max(line.holds) for line in found if line.holds]
        totals = sum(line.says for line in found), sum(max(line.has.values()) for line in found)
        engine = str(sum(held)) if held else self.nothing
        lines.add_row("", self.words["total"], *map(str, totals), engine, style="bold")

    def _engine(self) -> None:
        from pnp.check.spread import spreads

        census = self.report.census
        if census is None:
            return
        if census.deals:
            heads = [self.words[key] for key in ("players", "options", "in_play", "back")]
            rows = table(*heads, numbers=(heads[0], heads[2]))
            for spread in spreads(census, self.report.lines):
                players = f"{spread.fewest}" if spread.fewest == spread.most else f"{spread.fewest}–{spread.most}"
                back = self.say.back_words(spread, self.report.lines, self.game, self.lang) or self.nothing
                rows.add_row(players, Text(self.say.spread_words(spread, self.lang)), str(spread.in_play), Text(back))
            out.print()
            out.print(rows)
        self._disagreements(census)

    def _disagreements(self, census: Census) -> None:
        """Where the engine holds something else than the spec has, or cannot deal."""
        said = [self.say.difference_words(difference, census, self.lang) for difference in census.differences]
        said += [self.say.failure_words(failure, self.lang) for failure in census.failures]
        for text in said[: self.say.MOST_NAMED]:
            self._bad(f"{self.signs[1]} {text}", 0)
        self._more(len(said))

    def _more(self, count: int) -> None:
        """How many are left out."""
        if count > self.say.MOST_NAMED:
            self._bad(self.words["more"].format(count=count - self.say.MOST_NAMED))

    def _rules(self) -> None:
        if self.report.verdicts:
            out.print()
            out.print(Text(self.words["rules"], style="bold"))
        for verdict in self.report.verdicts:
            words = self.say.rule_words(verdict.rule, self.game, self.lang)
            out.print(Text.assemble(self._sign(verdict.ok), " ", Text(words, style="" if verdict.ok else "red")))
            if verdict.empty:
                self._bad(self.words["empty"])
            for breach in verdict.breaches[: self.say.MOST_NAMED]:
                self._bad(self.say.breach_words(verdict, breach, self.lang))
            self._more(len(verdict.breaches))

    def _typography(self) -> None:
        if not self.report.misprints:
            return
        out.print()
        out.print(Text(self.words["typography"], style="bold"))
        sign, style = (self.signs[1], BAD) if self.strict else (self.nothing, SO_SO)
        for misprint in self.report.misprints:
            out.print(Text(f"{sign} {self.say.misprint_words(misprint, self.lang)}", style=style))

    def _end(self) -> None:
        report, count = self.report, self.report.failures(self.strict)
        out.print()
        for note in report.notes:
            sign = self.signs[1] if self.strict else self.nothing
            style = BAD if self.strict else SO_SO
            out.print(Text(f"{sign} {self.say.note_words(note, self.lang)}", style=style))
        setups = len(report.census.deals) if report.census else 0
        said = self.words["failed" if count > 1 else "failed_once" if count else "passed"].format(
            game=report.game, count=count, lines=len(report.lines), setups=setups, rules=len(report.verdicts)
        )
        out.print(Text.assemble(self._sign(not count), " ", Text(said, style=BAD if count else GOOD)))
        out.print()
