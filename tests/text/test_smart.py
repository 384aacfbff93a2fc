"""Smart typography: what is typed on a keyboard becomes what a typesetter would use."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.terms import Lang
from pnp.text.markup import InlineStyle, Tags, find_marks
from pnp.text.smart import curl
from tests.examples import examples

TAGS = Tags({"keyword": InlineStyle(bold=True)})


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ('"Hello," she said.', "“Hello,” she said."),
        ('She said "no" (or "yes").', "She said “no” (or “yes”)."),
        ("It's the dogs' bone", "It’s the dogs’ bone"),
        ("'tis the '90s, rock 'n' roll", "’tis the ’90s, rock ’n’ roll"),
        ("the 1990's", "the 1990’s"),
        ("a 'quoted word' here", "a ‘quoted word’ here"),
        ("\"'Nested,' he said\"", "“‘Nested,’ he said”"),
        ("\"I said 'no'\"", "“I said ‘no’”"),
        ("5' 6\" tall, 12\" wide, 6'", "5′ 6″ tall, 12″ wide, 6′"),
        ("5'10\"", "5′10″"),
        ('"Rule 5" says', "“Rule 5” says"),
        ('"Rule 5" says "no"', "“Rule 5” says “no”"),
        ('"6\' 2" tall" and "5"', "“6′ 2″ tall” and “5”"),
        ("'Rule 5' says", "‘Rule 5’ says"),
        ("wait... what", "wait… what"),
        ("wait....", "wait...."),
        ("1--4 players", "1–4 players"),
        ("one -- or two---both", "one – or two—both"),
        ("--> ---- <-- <!--", "--> ---- <-- <!--"),
        ('"one\n"two"', "“one\n“two”"),
        ("already “curled” … – ’", "already “curled” … – ’"),
        ("<b>\"Hi\"</b> 'you'", "<b>“Hi”</b> ‘you’"),
        ('**"Hi"** *"you"*', "**“Hi”** *“you”*"),
        ('"<b>Hi</b>"', "“<b>Hi</b>”"),
        ('say <keyword>"Hi"</keyword>"', "say <keyword>“Hi”</keyword>”"),
        ('<span colour="#c33" font=\'A "--" B\'>"Hi"</span>', '<span colour="#c33" font=\'A "--" B\'>“Hi”</span>'),
        ('"a"<br>"b"', "“a”<br>“b”"),
        ('{coin"--} "x"', '{coin"--} “x”'),
        ('2 {coin}"', "2 {coin}”"),
        (r"\"straight\" and 5\' \--\...", r"\"straight\" and 5\' \--\..."),
        ('"', "“"),
        ("'", "’"),
        ("", ""),
    ],
)
def test_english(typed: str, printed: str) -> None:
    assert curl(typed, Lang.EN, TAGS) == printed


@pytest.mark.parametrize(
    ("lang", "typed", "printed"),
    [
        ("fr", '"Bonjour", dit-il. L\'île.', "«\u202fBonjour\u202f», dit-il. L’île."),
        ("fr", 'Il dit : " Bonjour " !', "Il dit : «\u202fBonjour\u202f» !"),
        ("fr", "aujourd'hui... 5' 6\"", "aujourd’hui… 5′ 6″"),
        ("fr", "\"Il a dit 'non'\"", "«\u202fIl a dit “non”\u202f»"),
        ("fr-CH", '"Bonjour"', "«Bonjour»"),
        ("de", "\"Hallo\", 'sagt' er", "„Hallo“, ‚sagt‘ er"),
        ("de-CH", '"Hallo"', "«Hallo»"),
        ("es", '¿"Hola"?', "¿«Hola»?"),
        ("pl", '"Tak"', "„Tak”"),
        ("sv", '"Ja"', "”Ja”"),
        ("ja", '"はい"', "「はい」"),
        ("he", 'צה"ל "שלום"', 'צה"ל “שלום”'),
        ("xx", '"Hm"', "“Hm”"),
    ],
)
def test_other_languages(lang: str, typed: str, printed: str) -> None:
    assert curl(typed, Lang(lang), TAGS) == printed


TYPED = st.text(st.sampled_from("\"\"''..-- \n5aé<b>/*{}\\(,!"), max_size=60)


@example(text='"\\ ', lang="fr")
@examples(200)
@given(TYPED, st.sampled_from(["en", "fr", "de", "he"]))
def test_markup_stays_and_a_second_time_changes_nothing(text: str, lang: str) -> None:
    once = curl(text, Lang(lang), TAGS)
    assert curl(once, Lang(lang), TAGS) == once
    place, outside = 0, ""
    for mark in find_marks(once, TAGS):
        outside += once[place : mark.start()]
        place = mark.end()
    assert not set(outside + once[place:]) & set("\"'"), "no straight quote is left"

    def marks(of: str) -> list[str]:
        return [mark[0] for mark in find_marks(of, TAGS) if not mark["break"]]

    assert marks(once) == marks(text)


def test_it_takes_linear_time() -> None:
    begun = time.perf_counter()
    for part in ('"', "'", "a'", "'a", "-", ".", '<b>"', "'\n", "{a}'", '5"'):
        curl((part * 5000)[:5000], Lang.EN, TAGS)
    assert time.perf_counter() - begun < 0.5
