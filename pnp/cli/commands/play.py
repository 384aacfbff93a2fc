"""The `pnp play` command: play against bots in the terminal."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import out, show_error
from pnp.cli.parameters import AllowCode, LangName, notice_untranslated, typer_option
from pnp.errors import Location, PnpError, PressError, Problem, SpecError, UnreadableFileError, os_problem, quote_value
from pnp.library.options import PRESET, RULE_OPTIONS, parse_rule_options
from pnp.spec.texts import pick_language
from pnp.store.files import read_file, write_atomically
from pnp.words import Texts

if TYPE_CHECKING:
    from pnp.play.bots import Bot
    from pnp.play.core import Rules, State
    from pnp.play.record import Record

WORDS = Texts("play")
LONGEST_NUMBER = 9
"""Number of digits read of a typed choice."""


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game.")] = None,
    players: Annotated[int | None, typer.Option(help="Number of players, including you.")] = None,
    bots: Annotated[
        str,
        typer.Option(
            help="Opponents, comma-separated: random, greedy, search, search:500 (iterations per move), search:0.5s."
        ),
    ] = "greedy",
    seed: Annotated[str | None, typer.Option(help="Seed of a deal, to play it again.", show_default="random")] = None,
    option: Annotated[list[str] | None, typer_option(RULE_OPTIONS)] = None,
    preset: Annotated[str | None, typer_option(PRESET)] = None,
    resume: Annotated[Path | None, typer.Option(help="Resume a saved game.")] = None,
    lang: LangName = None,
    web: Annotated[bool, typer.Option("--web", help="Play in the browser.")] = False,
    seats: Annotated[
        int | None,
        typer.Option(min=1, max=99, help="With --web: number of people; prints a link for each, and one to watch."),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="With --web: address to listen on; 0.0.0.0 lets your network in.",
            show_default="127.0.0.1, this computer alone",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="With --web: port.", show_default="8617, or the next free one"),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="With --web: do not open a browser.")] = False,
    allow_code: AllowCode = False,
) -> None:
    """Play against bots; you are player 1. With --web, play in the browser, alone or with friends."""
    from pnp.cli.table import WebTable, play_in_browser
    from pnp.library.games import open_record
    from pnp.library.playing import choose_options
    from pnp.play.core import check_seed
    from pnp.play.record import Record

    table = WebTable(web, seats, host, port, no_open)
    table.check()
    if resume is not None:
        record, rules = open_record(resume, allow_code=allow_code)
        if not record.same_deck(rules):
            out.print(WORDS[record.lang]["deck"].format(file=resume), soft_wrap=True)
    elif game is None:
        raise SpecError(Problem(Location(detail="pnp play"), "needs a game, or --resume FILE", code="E1202"))
    else:
        from pnp import find_game

        rules = find_game(game, allow_code=allow_code)
        options = choose_options(rules, preset, parse_rule_options(option or [], "--option"))
        deals = 10**9 if seats is None else 10**30  # nobody can try them all to find the one that fits their hand
        dealt = check_seed(seed) if seed is not None else str(randbelow(deals))
        record = Record(
            game,
            players or max(2, seats or 0, rules.spec.players[0]),
            dealt,
            notice_untranslated(pick_language(lang, rules.spec.languages, game)),
            options,
        )
    if web:
        play_in_browser(record, bots, table, file=resume, lang=lang, allow_code=allow_code)
        return
    out.print(WORDS[record.lang]["seed"].format(seed=record.seed), soft_wrap=True)
    _Session(rules, record, bots).run()


class _Session:
    """Game between a person and bots."""

    def __init__(self, rules: Rules, record: Record, bots: str) -> None:
        from pnp.play.bots import make_bots

        self.rules, self.record = rules, record
        self.state = record.replay(rules)
        self.words = WORDS[record.lang]
        self.bots: list[Bot] = make_bots(rules, bots, record.players - 1, record.seed)
        self.undo_stack: list[tuple[State, int]] = []
        """States before the person's choices that can still be undone, each with its number of moves."""

    def run(self) -> None:
        """Play until the game is over or the person quits."""
        from pnp.play.core import OVER

        while (player := self.state.current()) != OVER:
            if player == 0:
                if not self._take_turn():
                    return
            else:
                self.undo_stack.clear()
                move = self.bots[player - 1].choose(self.state.observe(player), self.state.legal())
                described = self.rules.describe(self.state, move, self.record.lang)
                out.print(self.words["bot"].format(player=player + 1, move=described))
                self._move(move)
        out.print(self.rules.show(self.state, 0, self.record.lang))
        winners = ", ".join(self.words["player"].format(player=p + 1) for p in self.state.winners())
        scores = " – ".join(map(str, self.state.scores()))
        out.print(self.words["end"].format(scores=scores, winners=winners or self.words["draw"]))

    def _move(self, move: int) -> None:
        self.record.moves.append(move)
        self.state.apply(move)

    def _take_turn(self) -> bool:
        """Let the person make one choice; return False if they quit."""
        from random import Random

        from pnp.play.core import reveals_hidden_cards

        legal = self.state.legal()
        out.print(f"\n{self.rules.show(self.state, 0, self.record.lang)}\n\n{self.words['you']}")
        for number, move in enumerate(legal, 1):
            out.print(f"  {number:3} {self.rules.describe(self.state, move, self.record.lang)}")
        chosen = self._ask(len(legal))
        if chosen == "q":
            return False
        if chosen == "u":
            self._take_back()
            return True
        move = legal[int(chosen) - 1]
        if reveals_hidden_cards(self.state, move, 0, Random(0)):  # noqa: S311
            self.undo_stack.clear()
        else:
            self.undo_stack.append((self.state.clone(), len(self.record.moves)))
        self._move(move)
        if self.undo_stack and self.state.current() > 0 and self._read_line(self.words["pass"]).strip() == "u":
            self._take_back()
        return True

    def _ask(self, most: int) -> str:
        """Return the number of a choice, "u" or "q", as typed; requests to save are handled here."""
        while True:
            text = self._read_line(f"{self.words['choose']} ({self.words['help']})").strip()
            if text in ("u", "q") or (text.isascii() and text.isdigit() and 1 <= int(text[:LONGEST_NUMBER]) <= most):
                return text
            if text.startswith("s ") and text[2:].strip():
                self._save(Path(text[2:].strip()))
            else:
                out.print(self.words["wrong"].format(text=quote_value(text)))

    def _read_line(self, prompt: str) -> str:
        """Return a line that the person types; "q" at the end of input."""
        try:
            return input(f"{prompt} > ")
        except EOFError:
            out.print()
            return "q"

    def _take_back(self) -> None:
        if not self.undo_stack:
            out.print(self.words["nothing"])
            return
        self.state, count = self.undo_stack.pop()
        del self.record.moves[count:]

    def _save(self, path: Path) -> None:
        """Write the record; print any error, so that the game can continue."""
        from pnp.play.record import write_record

        try:
            _check_not_overwriting(path)
            write_atomically(path, write_record(self.record, self.rules).encode())
        except PnpError as error:
            show_error(error)
        except OSError as error:
            show_error(PressError(os_problem(error, Location(str(path)), "cannot be written")))
        except ValueError:  # an invalid file name, such as one with a null byte
            where = Location(detail="s FILE")
            show_error(PressError(Problem(where, "must name a file", found=quote_value(path), code="E1202")))
        else:
            out.print(self.words["saved"].format(file=path), soft_wrap=True)


def _check_not_overwriting(path: Path) -> None:
    """Raise PressError if the path exists and is not a saved game, so that saving overwrites nothing else."""
    from pnp.library.games import LARGEST
    from pnp.play.record import HEAD

    if not os.path.lexists(path):
        return
    where, message = Location(str(path)), "is not a saved game"
    try:
        begins = read_file(path, LARGEST)[: len(HEAD)]
    except UnreadableFileError as error:
        raise PressError(os_problem(error, where, message)) from None
    if begins != HEAD.encode():
        raise PressError(Problem(where, message, "choose another name, so that it is not overwritten", code="E0108"))
