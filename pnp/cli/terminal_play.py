"""A game in the terminal: the table, what every move did, and menus that a person answers with numbers or words."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import gettempdir
from textwrap import wrap
from typing import Final

from pnp.cli.console import out, show_error
from pnp.errors import Location, PnpError, PressError, Problem, UnreadableFileError, os_problem, quote_value
from pnp.library.games import LARGEST
from pnp.play.core import OVER
from pnp.play.match import Event, Match
from pnp.play.menu import NUMBER, Menu, MenuChoice, MenuGrid, common_start, find_moves, guess_moves, make_menu, rest_of
from pnp.play.record import HEAD, PLAYED, write_record
from pnp.play.scene import EVERYONE, SPECTATOR, Move, scene_of
from pnp.play.scene_text import beside
from pnp.spec.selection import slug
from pnp.store.files import read_file, write_atomically
from pnp.terms import Lang
from pnp.words import Texts, with_minus_signs

WORDS: Final = Texts("play")
WIDEST: Final = 100
"""Maximum width of text, in columns; longer lines are hard to read."""
PIPED: Final = 80
"""Width of output that is not a terminal."""
NARROWEST: Final = 20
INDENT: Final = "    "
MARGIN: Final = "  "
GAP: Final = "   "
LONGEST_NUMBER: Final = 9
"""Number of digits read of a typed number."""
COMMANDS: Final = {
    typed: command
    for command, words in {
        "help": "? help aide",
        "table": "t table",
        "log": "l log j journal",
        "undo": "u undo annuler",
        "save": "s save sauvegarder",
        "quit": "q quit quitter",
    }.items()
    for typed in words.split()
}
"""What players type that is not a choice, in both languages."""


def text_width() -> int:
    """Return the width of text in this terminal, in columns."""
    columns = out.width if out.is_terminal else int(os.environ.get("COLUMNS", "").strip() or PIPED)
    return max(NARROWEST, min(columns, WIDEST))


def say(text: str, *, strong: bool = False) -> None:
    """Print a text, wrapped to the terminal."""
    width = text_width()
    for line in text.split("\n"):
        margin = line[: len(line) - len(line.lstrip())]
        parts = [line] if len(line) <= width else wrap(line, width, subsequent_indent=f"{margin}{INDENT}")
        for part in parts:
            out.print(part, soft_wrap=True, style="bold" if strong and out.is_terminal else None)


def show_event(match: Match, event: Event, viewer: int, you: int = SPECTATOR, number: str = "") -> None:
    """Print what a move did: who moved, the move, and an indented line for everything that followed."""
    words = WORDS[match.record.lang]
    first, *rest = event.lines
    name = words["you"] if event.seat == you else seat_names(match, event.ply - 1, viewer)[event.seat]
    say(number + words["event"].format(name=name, move=first))
    for line in rest:
        say(" " * len(number) + INDENT + line)


def seat_names(match: Match, ply: int, viewer: int) -> list[str]:
    """Return the players' names at a ply."""
    viewer = EVERYONE if viewer == EVERYONE else SPECTATOR
    return [seat.name for seat in scene_of(match.position(ply), viewer, match.record.lang).seats]


def show_table(match: Match, ply: int, player: int) -> None:
    """Print the table at a ply, as a player sees it."""
    out.print()
    for line in match.rules.show(match.position(ply), player, match.record.lang, text_width()).split("\n"):
        out.print(line, soft_wrap=True)


def show_result(match: Match) -> None:
    """Print the final scores and who has won; if the game is not over, only the number of moves."""
    words, state = WORDS[match.record.lang], match.state
    if not match.over:
        say(words["replayed"].format(moves=match.ply))
        return
    scores = with_minus_signs(" – ".join(map(str, state.scores())))
    names = seat_names(match, match.ply, SPECTATOR)
    winners = ", ".join(names[player] for player in state.winners()) or words["draw"]
    say(words["end"].format(scores=scores, winners=winners), strong=True)


def parse_command(text: str) -> tuple[str, str]:
    """Return the command in a typed line, empty if there is none, and what follows it.

    >>> parse_command("s game.txt"), parse_command("undo"), parse_command("table 3")
    (('save', 'game.txt'), ('undo', ''), ('', ''))
    """
    first, _, rest = text.strip().partition(" ")
    command = COMMANDS.get(first.casefold(), "")
    return (command, rest.strip()) if not rest or command in ("save", "log") else ("", "")


class TerminalGame:
    """A game between a person and bots."""

    def __init__(self, match: Match, seat: int, file: Path | None = None) -> None:
        self.match, self.seat = match, seat
        self.lang: Lang = match.record.lang
        self.words = WORDS[self.lang]
        self.file = file
        """Where the game is saved unless the person names another file."""
        self.saved = match.record.moves[:]
        """The moves that need not be saved: those of the file that was opened, or was written last."""

    def run(self) -> None:
        """Play until the game is over or the person quits; save it, even after Ctrl-C."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (arrow keys edit what is typed)
        try:
            if self.match.ply:
                self._show_log(self._last_turn())
            self._play()
        except KeyboardInterrupt:
            out.print()
            self._keep()
            raise
        self._keep()

    def _play(self) -> None:
        while not self.match.over:
            if self.match.state.current() != self.seat:
                self.match.play(self.match.choose(self.match.record.seats[self.match.state.current()]))
                self._show_log(self.match.ply - 1)
            elif not self._take_turn():
                return
        self._show_table()
        show_result(self.match)

    def _show_table(self) -> None:
        show_table(self.match, self.match.ply, self.seat)

    def _show_log(self, since: int) -> None:
        """Print what the moves after the first `since` ones did, as far as the person may know."""
        for event in self.match.log(self.seat, self.lang, since):
            show_event(self.match, event, self.seat, self.seat)

    def _last_turn(self) -> int:
        """Return the ply at which the person's last turn ended; 0 if they have had none."""
        movers = [self.match.position(ply).current() for ply in range(self.match.ply)]
        while movers and movers[-1] == self.seat:  # the turn that is being played
            movers.pop()
        while movers and movers[-1] != self.seat:
            movers.pop()
        return len(movers)

    def _take_turn(self) -> bool:
        """Let the person make one choice; return False if they quit."""
        scene = scene_of(self.match.state, self.seat, self.lang)
        self._show_table()
        out.print()
        say(self.words["turn"], strong=True)
        asked = _Asked(self, scene.moves)
        move = asked.ask()
        if move is None:
            return not asked.quits
        self.match.play(move.action)
        self._show_log(self.match.ply - 1)
        if self.match.state.current() in (self.seat, OVER) or self._last_choice() < 0:
            return True
        return self._pass_on()

    def _pass_on(self) -> bool:
        """Let the person take back the last choice before the others play; return False if they quit."""
        while (line := self.read_line(self.words["pass"])) is not None:
            command, rest = parse_command(line)
            if command == "undo":
                self.undo()
            if command in ("", "undo"):
                return True
            if command == "quit":
                return False
            self.command(command, rest)
        return False

    def _last_choice(self) -> int:
        return self.match.last_choice(self.seat, set(range(self.match.state.players)) - {self.seat})

    def undo(self) -> bool:
        """Take back the person's last choice; return whether that was possible."""
        ply = self._last_choice()
        if ply < 0:
            say(self.words["nothing"])
            return False
        self.match.go_back(ply)
        say(self.words["undone"])
        return True

    def read_line(self, prompt: str) -> str | None:
        """Return a line that the person types; None at the end of input."""
        try:
            line = input(f"{prompt} > ")
        except EOFError:
            out.print()
            return None
        if not sys.stdin.isatty():
            out.print(line, soft_wrap=True)  # as a terminal would
        return line

    def command(self, command: str, words: str) -> None:
        """Carry out a command that leaves the position as it is."""
        if command == "help":
            say(self.words["help"].strip())
        elif command == "table":
            self._show_table()
        elif command == "save":
            self._save(Path(words) if words else self._usual_file())
        else:
            many = int(words[:LONGEST_NUMBER]) if words.isascii() and words.isdigit() else 0
            if self.match.ply:
                self._show_log(max(0, self.match.ply - many) if many else self._last_turn())
            else:
                say(self.words["quiet"])

    def _usual_file(self) -> Path:
        """Return where the game is saved if the person names no file; never another game's file."""
        if self.file is None:
            record = self.match.record
            folder, name = Path("output", record.game, PLAYED), f"deal-{slug(record.seed)[:40]}".strip("-")
            names = (folder / f"{name}{'' if number == 1 else f'-{number}'}.txt" for number in range(1, 10_000))
            self.file = next(path for path in names if not os.path.lexists(path))
        return self.file

    def _save(self, path: Path) -> bool:
        """Write the record; print any error, so that the game can continue. Return whether it was written."""
        try:
            if path == self.file:
                path.parent.mkdir(parents=True, exist_ok=True)
            _check_not_overwriting(path)
            write_atomically(path, write_record(self.match.record, self.match.rules).encode())
        except PnpError as error:
            show_error(error)
        except OSError as error:
            show_error(PressError(os_problem(error, Location(str(path)), "cannot be written")))
        except ValueError:  # an invalid file name, such as one with a null byte
            where = Location(detail="s FILE")
            show_error(PressError(Problem(where, "must name a file", found=quote_value(path), code="E1202")))
        else:
            self.file, self.saved = path, self.match.record.moves[:]
            out.print(self.words["saved"].format(file=path), soft_wrap=True)
            return True
        return False

    def _keep(self) -> None:
        """Save the game if the person has made choices that are not saved, and print how to go on with it."""
        moves = self.match.record.moves
        chosen = any(self.match.position(ply).current() == self.seat for ply in range(self.match.ply))
        if moves != self.saved and (chosen or self.file is not None) and not self._save(self._usual_file()):
            self.file = Path(gettempdir(), self._usual_file().name)
            self._save(self.file)
        if moves and moves == self.saved:
            what, command = ("again", "pnp replay") if self.match.over else ("resume", "pnp play --resume")
            text = self.words[what].format(command=f"{command} {shlex.quote(str(self.file))}")
            out.print(text, soft_wrap=True)


class _Asked:
    """Menus that lead a person to one action."""

    def __init__(self, game: TerminalGame, moves: Sequence[Move]) -> None:
        self.game, self.words = game, game.words
        self.levels: list[tuple[Move, ...]] = [tuple(moves)]
        """The actions of each menu that has been opened."""
        self.quits = False

    def ask(self) -> Move | None:
        """Return the action chosen; None if the person quits or takes back their last choice."""
        shown: tuple[Move, ...] = ()
        while True:
            menu = make_menu(self.levels[-1])
            if shown != self.levels[-1]:
                self._show(menu)
                shown = self.levels[-1]
            line = self.game.read_line(self.words["back" if len(self.levels) > 1 else "choose"])
            text = "q" if line is None else line.strip()
            command, rest = parse_command(text)
            if command == "quit":
                self.quits = True
                return None
            if command == "undo":
                if self.game.undo():
                    return None
            elif command:
                self.game.command(command, rest)
                shown = () if command in ("help", "table") else shown
            elif not text and len(self.levels) > 1:
                self.levels.pop()
            elif (move := self._choose(text, menu)) is not None:
                return move

    def _choose(self, text: str, menu: Menu) -> Move | None:
        """Return the action that a number or words mean; if there are several, open a menu of them."""
        if text.isascii() and text.isdigit() and 1 <= int(text[:LONGEST_NUMBER]) <= len(menu.choices):
            found = menu.choices[int(text) - 1].moves
            if len(found) == 1:
                return found[0]
            self._open(found)
            return None
        for moves in reversed(self.levels):
            found = tuple(find_moves(text, moves))
            if len(found) == 1:
                return found[0]
            if found:
                self._open(found)
                return None
        guessed = tuple(guess_moves(text, self.levels[-1]))
        if guessed:
            say(self.words["guess"])
            self._open(guessed)
        else:
            say(self.words["wrong"].format(text=quote_value(text)))
        return None

    def _open(self, moves: tuple[Move, ...]) -> None:
        """Open a menu of some actions."""
        if moves == self.levels[-1]:
            say(self.words["several"])
        else:
            self.levels.append(moves)

    def _show(self, menu: Menu) -> None:
        """Print a menu: what its actions have in common, places as a grid, pictures of what is placed, and lines."""
        moves = self.levels[-1]
        label = common_start([move.words for move in moves]) if len(self.levels) > 1 and len(moves) > 1 else ""
        if label and [family for family, _ in menu.lines] != [label]:
            say(f"{label}…")
        if menu.grid is not None:
            self._show_grid(menu, menu.grid)
        elif all(move.spot is not None for move in moves) and self._picture(moves[0]):
            blocks = [self._block(number, move, label) for number, move in enumerate(moves, 1)]
            for line in beside(blocks, text_width() - len(MARGIN)):
                out.print(f"{MARGIN}{line}", soft_wrap=True)
            return
        for family, indices in menu.lines:
            self._show_line(menu, family, indices, label)

    def _picture(self, move: Move) -> Sequence[str]:
        match = self.game.match
        picture: Sequence[str] = match.rules.scene.picture(match.state, move.action, self.game.lang)
        return picture

    def _block(self, number: int, move: Move, label: str) -> list[str]:
        """Return a way to place a piece: how it is turned, a picture, and what it changes."""
        turn = rest_of(move.words, label).partition(" (")[0] or self.words["plain"]
        return [f"{number:>2} {turn}", *(f"   {line}" for line in (*self._picture(move), *move.notes))]

    def _show_grid(self, menu: Menu, grid: MenuGrid) -> None:
        """Print places as a grid of numbers, in bands if it is too wide, and how to type coordinates."""
        head = max((len(name) for name, _ in grid.rows), default=0)
        cell = max(len(str(len(menu.choices))), *map(len, grid.columns)) + 2
        fits = max(1, (text_width() - len(MARGIN) - head) // cell)
        for first in range(0, len(grid.columns), fits):
            rows = [("", grid.columns), *((name, [_place(index) for index in cells]) for name, cells in grid.rows)]
            for name, cells in rows if any(grid.columns) else rows[1:]:
                line = "".join(f"{text:>{cell}}" for text in cells[first : first + fits])
                out.print(f"{MARGIN}{name:>{head}}{line}", soft_wrap=True, style=_bold(not name))
        coordinates = " ".join(NUMBER.findall(menu.choices[0].label))
        if coordinates and any(grid.columns):
            say(self.words["grid"].format(coordinates=coordinates, label=menu.choices[0].label))

    def _show_line(self, menu: Menu, family: str, indices: Sequence[int], label: str) -> None:
        """Print the choices of a family, in columns if they need several lines."""
        items = [f"{index + 1:>2} {_text(menu.choices[index], family or label)}" for index in indices]
        head = f"{MARGIN}{family}…" if family else ""
        width = text_width()
        together = GAP.join([head, *items] if head else [MARGIN + items[0], *items[1:]])
        if len(together) <= width:
            out.print(together, soft_wrap=True)
            return
        if head:
            out.print(head, soft_wrap=True)
        margin = MARGIN * (2 if head else 1)
        size = min(max(map(len, items)), width - len(margin))
        fits = max(1, (width - len(margin) + len(GAP)) // (size + len(GAP)))
        for first in range(0, len(items), fits):
            say(margin + GAP.join(f"{item:<{size}}" for item in items[first : first + fits]).rstrip())


def _text(choice: MenuChoice, label: str) -> str:
    """Return what a line of a menu says beyond what is printed before it."""
    if len(choice.moves) > 1:
        return f"{choice.label}…"
    return " · ".join((rest_of(choice.label, label) or choice.label, *choice.moves[0].notes))


def _place(index: int | None) -> str:
    return "." if index is None else str(index + 1)


def _bold(wanted: bool) -> str | None:
    return "bold" if wanted and out.is_terminal else None


def _check_not_overwriting(path: Path) -> None:
    """Raise PressError if the path exists and is not a saved game, so that saving overwrites nothing else."""
    if not os.path.lexists(path):
        return
    where, message = Location(str(path)), "is not a saved game"
    try:
        begins = read_file(path, LARGEST)[: len(HEAD)]
    except UnreadableFileError as error:
        raise PressError(os_problem(error, where, message)) from None
    if begins != HEAD.encode():
        raise PressError(Problem(where, message, "choose another name, so that it is not overwritten", code="E0108"))
