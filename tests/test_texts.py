"""Texts of the games and of pnp: a typesetter's signs, one way to address people, nothing that sounds translated."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

from pnp.project.folders import bundled_project
from pnp.spec.model import Game
from pnp.terms import Lang
from pnp.text.typography import NARROW_NO_BREAK_SPACE, NO_BREAK_SPACE, typeset
from pnp.words import FOLDER
from tests.gallery import game

GAMES = bundled_project().games()
MADE = ("sheet", "guide", "steps", "box", "calibration", "play")
"""Sections of pnp's texts that address designers or players."""
LOOSE = re.compile(r" [!?:;»]|« ")
"""French signs that a line break could part from their words."""
PARTED = re.compile(r"\d (mm|min|ans|points?|cartes?|cards?|%)")
FORMAL = re.compile(r"\b(vous|votre|vos|\w{3,}ez)\b", re.IGNORECASE)
TRANSLATED = {
    Lang.FR: (
        "on touche des yeux", "les autres soufflent", "pas cassée", "ordonnance", "que de visée", "connaît un accord",
        "débranché", "attendu pour", "résolu", "le double", "invité",
    ),
    Lang.EN: (
        "all classes", "smile. i wear it", "most costly", "touch with your eyes", "just pant", "gengis coq", "so many ",
        " is none", "otherwise", "as ever", "goes by", "unless said", "by commas", "to act",
        "take back", "his alone",
    ),
}  # fmt: skip
"""What native readers stumbled over, on cards and elsewhere; in small letters."""


def on_faces(of: Game, lang: Lang) -> Iterator[tuple[str, str]]:
    """Every text that templates set as it is written, with its place."""
    for deck in of.decks.values():
        for design in deck.designs:
            for name, column in deck.columns.items():
                if column.translated:
                    yield f"{deck.name}/{design.id}.{name}", str(design.field(name, lang))
    for key, words in of.text.items():
        if key != "box-line":  # which the box typesets
            yield key, words[lang]


def elsewhere(of: Game, lang: Lang) -> Iterator[tuple[str, str]]:
    """Every other text of a game's spec."""
    yield from ((f"decks.{name}.title", deck.title[lang]) for name, deck in of.decks.items())
    yield from ((f"box[{place}]", item.name[lang]) for place, item in enumerate(of.box))
    yield from ((f"rule[{place}]", rule.name[lang]) for place, rule in enumerate(of.rules) if rule.name is not None)
    yield from ((f"credits.{name}", words[lang]) for name, words in of.credits if isinstance(words, dict))


def own_words(lang: Lang) -> Iterator[tuple[str, str]]:
    read = tomllib.loads((FOLDER / f"{lang}.toml").read_text("utf-8"))
    yield from ((f"{part}.{key}", text) for part in MADE for key, text in read[part].items())


def all_texts(name: str, lang: Lang) -> list[tuple[str, str]]:
    return [*on_faces(game(name), lang), *elsewhere(game(name), lang), *own_words(lang)]


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", GAMES)
def test_texts_have_the_signs_of_a_typesetter(name: str, lang: Lang) -> None:
    texts = all_texts(name, lang)
    assert len(texts) > 100
    assert not [(place, text) for place, text in texts if "'" in text or "..." in text]


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", GAMES)
def test_on_faces_no_sign_or_number_is_parted_from_its_word(name: str, lang: Lang) -> None:
    """Templates set these as they are: what must not break carries its own spaces."""
    texts = list(on_faces(game(name), lang))
    assert not [(place, text) for place, text in texts if PARTED.search(text)]
    if lang == Lang.FR:
        assert not [(place, text) for place, text in texts if LOOSE.search(text)]
    spaced = [
        typeset(text, lang).replace(NARROW_NO_BREAK_SPACE, " ").replace(NO_BREAK_SPACE, " ")
        for _, text in texts
        if "\n" not in text
    ]
    plain = [
        text.replace(NARROW_NO_BREAK_SPACE, " ").replace(NO_BREAK_SPACE, " ") for _, text in texts if "\n" not in text
    ]
    assert spaced == plain, "nothing is left for a typesetter but spaces"


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_sounds_translated(name: str, lang: Lang) -> None:
    for place, text in all_texts(name, lang):
        plain = text.replace(NARROW_NO_BREAK_SPACE, " ").replace(NO_BREAK_SPACE, " ").casefold()
        assert not [words for words in TRANSLATED[lang] if re.search(rf"\b{words.strip()}\b", plain)], place


def test_designers_and_players_are_addressed_alike_in_french() -> None:
    assert not [(place, text) for place, text in own_words(Lang.FR) if FORMAL.search(text)]
    assert [text for _, text in own_words(Lang.FR) if re.search(r"\b(ton|ta|te|tu|toi)\b", text, re.IGNORECASE)]
