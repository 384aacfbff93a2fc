"""Legal actions as menus short enough to read, and the actions that typed words mean.

Up to MOST actions are listed. If there are more, their pieces or families are listed first. Places for one piece are a
grid. Everything is found from the moves of a scene: what they take, where it goes, and their words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from pnp.play.scene import Move

MOST: Final = 20
"""Maximum number of actions in a list."""
MOST_PLACED: Final = 8
"""Maximum number of ways to place a piece in a list."""
WORD: Final = re.compile(r"(?<!\w)[-−]?\d+|\w+")
NUMBER: Final = re.compile(r"[-−]?\d+")
PAUSE: Final = re.compile(r"\s*[,:;.(]|$")
"""What follows a part of a sentence that makes sense alone."""
FAMILY: Final = re.compile(r"\s*:\s")
CLOSE: Final = 0.7
"""Least similarity of a word to the one that was probably meant."""


@dataclass(frozen=True)
class MenuChoice:
    """A line of a menu: one action, or several that open a submenu."""

    label: str
    """What its actions have in common."""
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class MenuGrid:
    """Places as rows and columns; numbers are those of the coordinates in the game's words, if it has any."""

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int | None]]]
    """The name of each row, and for each column the index of a choice."""


@dataclass(frozen=True)
class Menu:
    """What a player chooses from."""

    choices: tuple[MenuChoice, ...]
    grid: MenuGrid | None = None
    """Where the first choices are, if they are places."""
    lines: tuple[tuple[str, tuple[int, ...]], ...] = field(default=())
    """The other choices by index, those of a family together with its name."""


def make_menu(moves: Sequence[Move]) -> Menu:
    """Return the menu of some actions, in their order.

    >>> menu = make_menu([Move(at, f"play: {name}") for at, name in enumerate(("Owl", "Mouse"))])
    >>> menu.lines, menu.choices[1].label
    ((('play', (0, 1)),), 'play: Mouse')
    """
    placed = [move for move in moves if move.spot is not None]
    if len(placed) > MOST_PLACED and _is_board(placed):
        return _spread(placed, [move for move in moves if move.spot is None])
    if len(moves) <= MOST:
        return _listed([MenuChoice(move.words, (move,)) for move in moves])
    for key in (_taken, _family, _aim, _opening):
        choices = _grouped(moves, key)
        if 1 < len(choices) <= MOST and all(choice.label for choice in choices):
            return _listed(choices)
    return _listed([MenuChoice(move.words, (move,)) for move in moves])


def _is_board(placed: Sequence[Move]) -> bool:
    """Return whether these are ways to place one piece, with coordinates or in several ways at one place."""
    places = {(move.spot.x, move.spot.y) for move in placed if move.spot is not None}
    named = all(len(NUMBER.findall(move.words)) > 1 for move in placed)
    return len({(move.takes, move.zone) for move in placed}) == 1 and (named or len(places) < len(placed))


def _taken(move: Move) -> Hashable:
    return move.takes or move.words


def _family(move: Move) -> Hashable:
    return family_of(move.words) or move.words


def _aim(move: Move) -> Hashable:
    return move.zone, move.target, move.spot


def _opening(move: Move) -> Hashable:
    return split_words(move.words)[:2]


def family_of(text: str) -> str:
    """Return what several actions have in common: the words before a colon, or all but the last.

    >>> family_of("play a head: Owl"), family_of("jump into zone b"), family_of("end")
    ('play a head', 'jump into zone', '')
    """
    colon = FAMILY.search(text)
    return text[: colon.start()] if colon else text.rpartition(" ")[0]


def rest_of(text: str, label: str) -> str:
    """Return what an action's words say beyond a label.

    >>> rest_of("place at 1,2, half a turn", "place at 1,2")
    'half a turn'
    """
    return text.removeprefix(label).lstrip(" ,:;\u00a0\u202f")


def _grouped(moves: Iterable[Move], key: Callable[[Move], Hashable]) -> list[MenuChoice]:
    groups: dict[Hashable, list[Move]] = defaultdict(list)
    for move in moves:
        groups[key(move)].append(move)
    return [MenuChoice(common_start([move.words for move in group]), tuple(group)) for group in groups.values()]


def common_start(texts: Sequence[str]) -> str:
    """Return the words that all texts begin with, up to a pause in all of them if there is one.

    >>> common_start(["place at 1,2, a half turn", "place at 1,2, a quarter turn"])
    'place at 1,2'
    """
    first, *others = texts
    if not others:
        return first
    found = paused = ""
    for match in WORD.finditer(first):
        start = first[: match.end()]
        if not all(text.startswith(start) and not text[len(start) :][:1].isalnum() for text in others):
            break
        found = start
        paused = start if all(PAUSE.match(text, len(start)) for text in texts) else paused
    return paused or found


def _listed(choices: Sequence[MenuChoice], first: int = 0) -> Menu:
    """Return a menu of lines; neighbours of one family share one."""
    lines: list[tuple[str, list[int]]] = []
    families = [family_of(choice.label) if len(choice.moves) == 1 else "" for choice in choices]
    for index in range(first, len(choices)):
        family = families[index] if families[first:].count(families[index]) > 1 else ""
        if lines and lines[-1][0] == family:
            lines[-1][1].append(index)
        else:
            lines.append((family, [index]))
    return Menu(tuple(choices), lines=tuple((family, tuple(indices)) for family, indices in lines))


def _spread(placed: Sequence[Move], others: Sequence[Move]) -> Menu:
    """Return a menu of places, each with all ways to place the piece there."""
    at: dict[tuple[float, float], list[Move]] = defaultdict(list)
    for move in placed:
        if move.spot is not None:
            at[move.spot.y, move.spot.x].append(move)
    places = sorted(at)
    choices = [MenuChoice(common_start([move.words for move in at[place]]), tuple(at[place])) for place in places]
    rows, columns = sorted({y for y, _ in places}), sorted({x for _, x in places})
    numbers = [NUMBER.findall(choice.label) for choice in choices]
    named_rows = _names([y for y, _ in places], numbers)
    named_columns = _names([x for _, x in places], numbers)
    index = {place: number for number, place in enumerate(places)}
    grid = MenuGrid(
        [named_columns.get(x, "") for x in columns],
        [(named_rows.get(y, ""), [index.get((y, x)) for x in columns]) for y in rows],
    )
    rest = _listed([*choices, *(MenuChoice(move.words, (move,)) for move in others)], len(choices))
    return Menu(rest.choices, grid, rest.lines)


def _names(places: Sequence[float], numbers: Sequence[Sequence[str]]) -> dict[float, str]:
    """Return the number in the words that stands for each coordinate, if one does."""
    for position in range(min(map(len, numbers), default=0)):
        pairs = {(place, found[position]) for place, found in zip(places, numbers, strict=True)}
        names = dict(pairs)
        if len(pairs) == len(names) == len(set(names.values())) == len(set(places)):
            return names
    return {}


def fold(text: str) -> str:
    """Return a text without accents and in lower case, for comparisons.

    >>> fold("Éventail Œuf −1")
    'eventail oeuf -1'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae").replace("−", "-"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def split_words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, folded.

    >>> split_words("place at -1,2 (sw1)")
    ('place', 'at', '-1', '2', 'sw1')
    """
    return tuple(WORD.findall(fold(text)))


def find_moves(typed: str, moves: Sequence[Move]) -> list[Move]:
    """Return the actions that typed words can mean: those that begin so, or else those that contain these words.

    A word may be shortened. Words in the order of an action's are preferred.

    >>> moves = [Move(1, "play a head: Owl"), Move(2, "play a body: Owl"), Move(3, "play a body: Mouse")]
    >>> [[move.action for move in find_moves(typed, moves)] for typed in ("body o", "mouse", "play a b", "fox")]
    [[2], [3], [2, 3], []]
    """
    wanted = split_words(typed)
    if not wanted:
        return []
    said = [(move, split_words(move.words)) for move in moves]
    for fits in (_is_whole, _begins, _in_order, _in_any_order):
        found = [move for move, words in said if fits(wanted, words)]
        if found:
            return found
    return []


def _is_whole(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return wanted == words


def _begins(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return len(wanted) <= len(words) and all(_shortens(short, word) for short, word in zip(wanted, words, strict=False))


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    left = iter(words)
    return all(any(_shortens(short, word) for word in left) for short in wanted)


def _in_any_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(_shortens(short, word) for word in words) for short in wanted)


def _shortens(short: str, word: str) -> bool:
    """Return whether a word begins so; numbers must be equal."""
    return word == short or (word.startswith(short) and not NUMBER.fullmatch(short))


def guess_moves(typed: str, moves: Sequence[Move]) -> list[Move]:
    """Return the actions that were probably meant by words with typing errors.

    >>> [move.action for move in guess_moves("mosue", [Move(1, "play: Owl"), Move(2, "play: Mouse")])]
    [2]
    """
    known = sorted({word for move in moves for word in split_words(move.words)})
    meant = [(get_close_matches(word, known, 1, CLOSE) or [""])[0] for word in split_words(typed)]
    return find_moves(" ".join(meant), moves) if meant and all(meant) else []
