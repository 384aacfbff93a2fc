"""Questions about draws, as the user types them.

    [at least | exactly | at most] N COLUMN=VALUE [and COLUMN=VALUE]... in DRAWN [of DECK]
        [where COLUMN=VALUE [and COLUMN=VALUE]...] [without COLUMN=VALUE [and COLUMN=VALUE]...]
    [at least | exactly | at most] N [COLUMN=VALUE [and COLUMN=VALUE]...] on DICE [of DECK]

`1+` means at least 1, `2-` at most 2, `=1` or a bare `1` exactly 1. VALUE may be a comma-separated list, of which any
matches; COLUMN may be several columns separated by slashes (`n/e/s/w=hedge`), of which any may match. `where` keeps
only pieces that meet every condition, `without` removes pieces that meet any. `on` asks about dice: their sum, or with
a condition, the number of dice that meet it. Quote values that contain spaces or commas.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn

from pnp.errors import Location, PnpError, Problem, quote_value

EXAMPLE: Final = "for example: 1+ kind=joker in 4 of cards without kind=rooster,doubler"
_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+|"')
_VALUE = re.compile(r'"([^"]*)"|([^,"]+)')
_VALUES = re.compile(r'(?:"[^"]*"|[^,"]+)(?:,(?:"[^"]*"|[^,"]+))*')
_NUMBER = re.compile(r"(=?)([0-9]{1,6})([+-]?)")


class OddsError(PnpError):
    """A question about draws that cannot be answered."""


class Sense(StrEnum):
    """How the requested number is meant."""

    AT_LEAST = "at least"
    EXACTLY = "exactly"
    AT_MOST = "at most"


@dataclass(frozen=True)
class Condition:
    """A condition: any of the values in any of the columns."""

    columns: tuple[str, ...]
    values: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """A well-formed question, not yet checked against a game."""

    text: str
    sense: Sense
    number: int
    conditions: tuple[Condition, ...]
    drawn: int
    deck: str | None = None
    where: tuple[Condition, ...] = ()
    without: tuple[Condition, ...] = ()
    rolled: bool = False
    """Whether dice are rolled: `drawn` is their number, and without conditions, `number` is their sum."""

    @property
    def place(self) -> Location:
        """Location of its problems."""
        return _place(self.text)

    @property
    def full(self) -> str:
        """The question with its sense spelled out, so that a misreading shows."""
        rest = re.sub(r"^(?:at least|exactly|at most)?\s*=?[0-9]+[+-]?", "", self.text, flags=re.IGNORECASE)
        return f"{self.sense} {self.number}{rest}"


def _place(text: str) -> Location:
    return Location(option="--odds", detail=quote_value(text))


def parse_question(text: str) -> Question:
    """Parse a question about draws; raise OddsError if it is malformed."""
    return _Parser(text).read()


class _Parser:
    """A parser that reads a question word by word."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())
        self.words = _WORD.findall(self.text)
        self.at = 0

    def read(self) -> Question:
        """Parse the whole question."""
        sense, number = self._number()
        if self._accept("on"):
            return self._roll(sense, number, [])
        conditions = self._conditions()
        if self._accept("on"):
            return self._roll(sense, number, conditions)
        if not self._accept("in"):
            self._expected("in DRAWN, or and COLUMN=VALUE")
        drawn = self._whole("the number of pieces drawn")
        deck = self._next("the name of a deck") if self._accept("of") else None
        where: list[Condition] = []
        without: list[Condition] = []
        while self.at < len(self.words):
            if self._accept("where"):
                where += self._conditions()
            elif self._accept("without"):
                without += self._conditions()
            else:
                more = "where or without" if deck else "of DECK, where or without"
                self._fail(f"must end or continue with {more}", quote_value(self._peek()))
        if number > drawn:
            self._fail(f"cannot ask for {number} when only {drawn} are drawn")
        return Question(self.text, sense, number, tuple(conditions), drawn, deck, tuple(where), tuple(without))

    def _roll(self, sense: Sense, number: int, conditions: list[Condition]) -> Question:
        """Parse the rest of a question about dice."""
        dice = self._whole("the number of dice")
        deck = self._next("the name of a deck of dice") if self._accept("of") else None
        if self.at < len(self.words):
            self._fail("must end", quote_value(self._peek()))
        if conditions and number > dice:
            self._fail(f"cannot ask for {number} when only {dice} are rolled")
        return Question(self.text, sense, number, tuple(conditions), dice, deck, rolled=True)

    def _number(self) -> tuple[Sense, int]:
        sense = None
        if self._accept("exactly"):
            sense = Sense.EXACTLY
        elif self._accept("at"):
            sense = Sense.AT_LEAST if self._accept("least") else Sense.AT_MOST if self._accept("most") else None
            if sense is None:
                self._expected("at least or at most")
        match = _NUMBER.fullmatch(self._peek())
        if match is None or (match[1] and match[3]) or (sense is not None and (match[1] or match[3])):
            self._expected("a number" if sense else "a number such as 1+, 2-, =1 or at least 1")
        self.at += 1
        short = {"+": Sense.AT_LEAST, "-": Sense.AT_MOST}.get(match[3], Sense.EXACTLY)
        return sense or short, int(match[2])

    def _conditions(self) -> list[Condition]:
        """Parse one condition, and another after each `and`."""
        conditions = [self._condition()]
        while self._accept("and"):
            conditions.append(self._condition())
        return conditions

    def _condition(self) -> Condition:
        name, equals, values = self._peek().partition("=")
        columns = tuple(name.split("/"))
        if not equals or not all(columns) or not _VALUES.fullmatch(values):
            self._expected("COLUMN=VALUE")
        self.at += 1
        return Condition(columns, tuple(match[1] or match[2] or "" for match in _VALUE.finditer(values)))

    def _whole(self, needed: str) -> int:
        word = self._peek()
        if not re.fullmatch(r"[0-9]{1,6}", word):
            self._expected(needed)
        self.at += 1
        return int(word)

    def _peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def _next(self, needed: str) -> str:
        word = self._peek()
        if not word:
            self._expected(needed)
        self.at += 1
        return word

    def _accept(self, word: str) -> bool:
        """Consume the next word if it is this one, and return whether it was."""
        taken = self._peek().lower() == word
        self.at += taken
        return taken

    def _expected(self, needed: str) -> NoReturn:
        """Report what the next word should have been."""
        self._fail(
            f"needs {needed} instead of {quote_value(self._peek())}" if self._peek() else f"needs {needed} at the end"
        )

    def _fail(self, message: str, found: str = "") -> NoReturn:
        raise OddsError(Problem(_place(self.text), message, EXAMPLE, found=found, code="E1207"))
