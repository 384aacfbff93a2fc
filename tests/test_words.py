"""The words that pnp writes by itself: the same in every language it speaks, and English where it speaks none."""

from __future__ import annotations

import re
import tomllib
from string import Formatter
from typing import Any

import pytest

from pnp.terms import Lang, Translated, nearest_language
from pnp.words import FOLDER, Texts, french_spaces, is_translated, spoken


def read(lang: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text("utf-8"))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", sorted(set(spoken()) - {Lang.EN}))
def test_every_language_says_the_same_things(lang: Lang) -> None:
    theirs, english = read(lang), read("en")
    assert {(part, key) for part in theirs for key in theirs[part]} == {
        (part, key) for part in english for key in english[part]
    }
    for part, words in theirs.items():
        for key, text in words.items():
            assert fields(text) == fields(english[part][key]), f"{lang}: {part}.{key}"


def test_english_and_french_are_spoken_and_others_hear_english() -> None:
    assert {"en", "fr"} <= set(spoken())
    sheet = Texts("sheet")
    assert sheet["fr"]["front"] == sheet["fr-CA"]["front"] == "recto"
    assert sheet["en"]["front"] == sheet["ja"]["front"] == sheet["pt-BR"]["front"] == "front"
    assert [is_translated(lang) for lang in ("fr", "fr-CA", "en-GB", "ja", "frr")] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("tag", "usual"),
    [("FR", "fr"), ("pt-br", "pt-BR"), ("ZH-hant-tw", "zh-Hant-TW"), ("de-1996", "de-1996"), ("x-elvish", "x-elvish")],
)
def test_tags_are_written_as_usual(tag: str, usual: str) -> None:
    assert Lang(tag) == usual
    assert Lang(tag).base == usual.partition("-")[0]


@pytest.mark.parametrize("tag", ["", "f", "fr_FR", "français", "en-", "-en", "en--us", "123", "a" * 9, "../x", "en\n"])
def test_what_is_no_tag_is_refused(tag: str) -> None:
    with pytest.raises(ValueError, match="language tag"):
        Lang(tag)


def test_the_nearest_language_is_taken() -> None:
    assert nearest_language("fr-CA", ["en", "fr"]) == "fr"
    assert nearest_language("zh-Hant-TW", ["zh", "zh-Hant"]) == "zh-Hant"
    assert nearest_language("ja", ["fr", "en"]) == "en"
    assert nearest_language("ja", ["de", "fr"]) == "de"
    assert Translated({Lang.FR: "bague", Lang.EN: "ring"})[Lang("fr-BE")] == "bague"


ORDINARY_SPACE = re.compile(r" [:;!?»](?=[\s.,)]|$)|« ")
"""An ordinary space, at which a line may break, where French has a no-break space."""


def test_french_signs_are_never_parted_from_their_words() -> None:
    parts = read("fr")
    texts = [text for part in parts for text in Texts(part)["fr"].values()]
    assert [text for text in texts if ORDINARY_SPACE.search(text)] == []
    assert sum("\u00a0:" in text for text in texts) > 100
    assert all(ORDINARY_SPACE.search(text) is None for text in Texts("web")["fr-CA"].values())
    assert Texts("report")["fr"]["ends-one"].endswith("de la même façon\u00a0: {ending}.")


def test_french_spaces_leave_braces_code_and_english_alone() -> None:
    assert french_spaces("Qui ? « Moi » ; oui ! {a ? b : c} x:y http://z 10:30") == (
        "Qui\u202f? «\u202fMoi\u202f»\u202f; oui\u202f! {a ? b : c} x:y http://z 10:30"
    )
    assert not any("\u202f" in text for text in Texts("web")["en"].values())
