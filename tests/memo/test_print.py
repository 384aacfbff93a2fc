"""Finished memos, read back from their PDFs: text, sizes, cuts, and numbers that follow the game."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pikepdf
import pytest

from pnp.errors import LayoutError, Location, PnpError
from pnp.memo.fit import _overflow
from pnp.memo.print import MemoOrder, make_memo, memo_card, preview_memo, print_memo, typeset_memo
from pnp.memo.read import read_memo
from pnp.memo.source import SETTINGS, card_size, leaf_size, setting_for, variants
from pnp.memo.typesetter import SetPlace, Trial, Typesetter
from pnp.project.folders import Project, bundled_project
from pnp.sheet.layout import parse_paper
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Format, Ink, Lang
from tests.conftest import Compare
from tests.measure import stamped_faces
from tests.memo.conftest import Source
from tests.memo.reading import flat, letters, pages, picture, text_of

MEMO = Location("components/lowtide/memo.fr.toml")
HEADINGS = {
    name: MEMO.at(key=f"section[{number}].heading", detail=name)
    for number, name in enumerate(("setup", "turn", "end"), 1)
}
"""The locations of the headings of the test game's memo."""
BUNDLED = bundled_project()
MEMOS = [(game, variant) for game in BUNDLED.games() for variant in variants(BUNDLED.components / game)]
"""Every memo that comes with pnp: a new one is tested from the day it is written."""
FORMATS = [Format.HALF, Format.QUARTER, Format.WHOLE, Format.CARD, Format.TWO_UP]


def made(project: Project, game_id: str = "lowtide", variant: str = "", order: MemoOrder | None = None) -> bytes:
    order = order or MemoOrder(Format.HALF)
    memo = read_memo(project, game_id, variant, order.lang)
    return make_memo(project, load_game(project, game_id), memo, order, Cache.for_user())[0]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize(("game", "variant"), MEMOS)
def test_golden_text(game: str, variant: str, lang: Lang, golden: Compare) -> None:
    for form in (Format.HALF, Format.CARD):
        memo = read_memo(BUNDLED, game, variant, lang)
        leaf = typeset_memo(BUNDLED, load_game(BUNDLED, game), memo, MemoOrder(form, lang=lang), 0, Cache.for_user())
        name = f"memo-{variant}" if variant else "memo"
        golden(f"memos/{game}_{name}_{lang}_{form}.txt", text_of(leaf.pdf))


def test_two_on_a_sheet_are_halves() -> None:
    """Set as a half sheet is, with a hair more room: what fits there fits here, and the lint tries all formats."""
    game = load_game(BUNDLED, "koko")
    two_up, half = (leaf_size(form, parse_paper("a4"), game) for form in (Format.TWO_UP, Format.HALF))
    assert SETTINGS[Format.TWO_UP] == SETTINGS[Format.HALF]
    assert half.width <= two_up.width <= half.width + 0.5
    assert two_up.height == half.height


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "form",
    [
        pytest.param(form, marks=() if form is Format.CARD else pytest.mark.slow)
        for form in FORMATS
        if form is not Format.TWO_UP
    ],
)
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize(("game", "variant"), MEMOS)
def test_every_memo_fits_at_a_size_that_can_be_read(game: str, variant: str, lang: Lang, form: Format) -> None:
    spec = load_game(BUNDLED, game)
    memo = read_memo(BUNDLED, game, variant, lang)
    leaf = typeset_memo(BUNDLED, spec, memo, MemoOrder(form, lang=lang), 0, Cache.for_user())
    sizes = pages(leaf.pdf)
    setting = setting_for(form, memo)
    assert len(sizes) == (2 if form is Format.CARD else 1)
    assert sizes[0] == pytest.approx(leaf_size(form, parse_paper("a4"), spec), abs=0.05)
    for page, (width, height) in enumerate(sizes):
        for letter in letters(leaf.pdf, page):
            assert letter.size_pt >= setting.smallest - 0.01, letter
            assert letter.left >= setting.margin - 0.5, letter
            assert letter.right <= width - setting.margin + 0.5, letter
            assert letter.top >= setting.margin - 0.8, letter
            assert letter.bottom <= height - setting.margin + 0.8, letter


def test_every_text_of_a_memo_is_on_its_page_in_order(project: Project) -> None:
    for form in (Format.HALF, Format.CARD):
        text = flat(made(project, order=MemoOrder(form)))
        places = [
            text.index(words)
            for words in (
                "Marée basse", "dès 6 ans", "But avoir le plus", "Mise en place", "Mélanger les 13 coquillages",
                "Empiler les 7 marées", "Le tour", "Choisir une action", "Ramasser un bulot", "Jamais sous l’eau",
                "Attendre que", "Fin", "À la 2e tempête", "par coquillage 1", "par galet resté −2", "4 joueurs au plus",
            )
        ]  # fmt: skip
        assert places == sorted(places)


def test_french_spaces_reach_the_page(project: Project) -> None:
    text = text_of(made(project))
    assert "coquillages\u202f;" in text
    assert "regarde\u202f!" in text
    assert "action\u00a0:" in text


def test_the_spec_s_number_is_the_memo_s(copied: Project) -> None:
    assert "Mélanger les 13 coquillages" in flat(made(copied))
    folder = copied.components / "lowtide"
    table = folder / "shells.csv"
    table.write_text(table.read_text("utf-8").replace("whelk,4,Bulot,Whelk,2", "whelk,6,Bulot,Whelk,7"), "utf-8")
    spec = folder / "game.toml"
    text = spec.read_text("utf-8").replace("count = 13", "count = 15").replace("players = [1, 4]", "players = [1, 7]")
    text = (
        text.replace("hand = 3", "hand = 5").replace("storm = 2", "storm = 3").replace("minutes = 10", "minutes = 55")
    )
    spec.write_text(text.replace("age = 6", "age = 12"), "utf-8")
    said = flat(made(copied))
    for words in (
        "Mélanger les 15 coquillages", "en donner 5 à chacun", "7 Ramasser", "À la 3e tempête", "resté −3",
        "7 joueurs au plus", "55 min", "dès 12 ans", "1–7",
    ):  # fmt: skip
        assert words in said, words


def test_a_word_agrees_with_its_number(copied: Project) -> None:
    folder = copied.components / "lowtide"
    table = folder / "shells.csv"
    head, whelk, *_ = table.read_text("utf-8").splitlines()
    table.write_text(
        f"{head}\n{whelk.replace('whelk,4', 'whelk,1')}\n{whelk.replace('whelk,4', 'cockle,1')}\n", "utf-8"
    )
    spec = folder / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("count = 13", "count = 2"), "utf-8")
    assert "les 2 coquillages" in flat(made(copied))
    table.write_text(f"{head}\n{whelk.replace('whelk,4', 'whelk,1')}\n", "utf-8")
    spec.write_text(spec.read_text("utf-8").replace("count = 2\n", "count = 1\n", 1), "utf-8")
    memo = Source(copied)
    memo.replace("{=cost.shells.cockle}", "{#0}")
    assert "les 1 coquillage ;" in flat(made(copied)).replace("\u202f", " ")


def test_what_typst_would_run_is_printed(french: Source) -> None:
    french.replace("Jamais sous l'eau.", r"#import \"a.typ\": x; #panic() $x$ @y \\{=z\\} <b> // c")
    text = flat(made(french.project))
    assert "#import “a.typ”" in text
    assert "#panic() $x$ @y {=z} <b> // c" in text.replace("\u00a0", " ")


@pytest.mark.parametrize("form", [Format.HALF, Format.CARD])
def test_what_does_not_fit_names_the_heading_and_how_much(french: Source, form: Format) -> None:
    french.replace("que la mer baisse.", "que la mer baisse encore et toujours. " * 70)
    french.replace("Choisir **une** action :", "Choisir **une** action parmi toutes celles-ci : " * 60)
    with pytest.raises(LayoutError) as error:
        made(french.project, order=MemoOrder(form))
    [problem] = error.value.problems
    assert problem.where == HEADINGS["turn"]
    assert problem.message.startswith("the memo does not fit ")
    assert problem.message.endswith(f" mm at {SETTINGS[form].smallest:g} pt")
    assert re.fullmatch(r'it is \d+ mm of a column too long, starting at "Le tour"', problem.found)


@pytest.mark.parametrize(
    ("places", "excess"),
    [
        ([SetPlace("turn", 1, 5, 50), SetPlace("/turn", 2, 5, 5.2), SetPlace("end", 2, 5, 5.2)], "less than 1 mm"),
        ([SetPlace("turn", 1, 5, 50), SetPlace("/turn", 2, 5, 17), SetPlace("end", 2, 5, 17)], "12 mm"),
        ([SetPlace("/turn", 1, 5, 100.4), SetPlace("end", 1, 40, 30)], "5 mm"),
    ],
    ids=["hardly", "clearly", "only-the-first-column"],
)
def test_what_does_not_fit_is_never_called_0_mm_too_long(french: Source, places: list[SetPlace], excess: str) -> None:
    trial = Trial(70, 100, 0, 5, 3, 2, 1, 6.5, 6.5, 1, 0.5, 0, 0)
    where = Location("memo.fr.toml")
    setter = SimpleNamespace(headings={}, sections={}, memo=SimpleNamespace(where=where))
    problem = _overflow(cast("Typesetter", setter), places, trial, SETTINGS[Format.CARD])
    assert problem.found == f"it is {excess} of a column too long"
    share = re.match(r"shorten the texts by about (\d+)%", problem.hint)
    assert share is not None
    assert int(share[1]) >= 1


def test_a_last_section_that_runs_over_is_named(french: Source) -> None:
    french.replace("chacun compte :", "chacun compte ce qui lui est resté de la plage : " * 60)
    french.replace("joueurs au plus,", "joueurs au plus et encore du sable fin, " * 74)
    with pytest.raises(LayoutError) as error:
        made(french.project)
    assert [problem.where for problem in error.value.problems] == [HEADINGS["end"]]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("un bulot {shell}", "un bulot {shel}", 'there is no drawing "shel"'),
        ("Jamais sous l'eau.", "Jamais \u2603.", 'Source Sans Pro has no character "\u2603"'),
        ('heading = "Fin"', 'heading = "Fin →"', 'Fredoka One has no character "→"'),
        ("Jamais sous l'eau.", "{=nobody}", 'there is no number named "nobody"'),
        ("Jamais sous l'eau.", "x" * 5000, "must have at most 3000 characters, not 5000"),
    ],
)
def test_what_cannot_be_set_is_said_with_its_place(french: Source, old: str, new: str, message: str) -> None:
    french.replace(old, new)
    with pytest.raises(PnpError, match=message) as error:
        made(french.project)
    for problem in error.value.problems:
        assert problem.where.file == "components/lowtide/memo.fr.toml"
        assert re.match(r"section\[[1-3]\]\.", problem.where.key)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("paper", "wide", "high"), [("a4", 297, 210), ("letter", 279.4, 215.9), ("200x300", 300, 200)])
def test_two_halves_and_a_cut_in_the_middle(project: Project, paper: str, wide: float, high: float) -> None:
    pdf = made(project, order=MemoOrder(Format.TWO_UP, parse_paper(paper)))
    assert pages(pdf) == [pytest.approx((wide, high), abs=0.05)]
    assert flat(pdf).count("Mise en place") == 2
    dark = picture(pdf, 0, 254)[:, :, :3].mean(axis=2) < 200
    column = dark[1300:1700].sum(axis=0)  # below the text, above the foot
    at = [x for x, count in enumerate(column) if count > 60]
    assert at
    assert sum(at) / len(at) / 10 + 0.05 == pytest.approx(wide / 2, abs=0.1)
    signs = letters(pdf)
    assert all(letter.right < wide / 2 - 5 or letter.left > wide / 2 + 5 for letter in signs)
    left = [(letter.sign, letter.left, letter.top) for letter in signs if letter.right < wide / 2]
    right = [(letter.sign, letter.left - wide / 2, letter.top) for letter in signs if letter.left > wide / 2]
    assert [sign for sign, _, _ in left] == [sign for sign, _, _ in right]
    for one, other in zip(left, right, strict=True):
        assert one[1:] == pytest.approx(other[1:], abs=0.02)


def test_copies_fill_sheets(project: Project) -> None:
    assert len(pages(made(project, order=MemoOrder(Format.TWO_UP, copies=5)))) == 3
    assert len(pages(made(project, order=MemoOrder(Format.HALF, copies=3)))) == 3
    assert len(pages(made(project, order=MemoOrder(Format.CARD, copies=40)))) == 6
    with pytest.raises(LayoutError, match=r"^--copies must be from 1 to 200, not 0 "):
        MemoOrder(copies=0)


def test_a_section_can_be_kept_to_some_formats(french: Source) -> None:
    french.replace('heading = "Fin"', 'heading = "Fin"\nonly = ["a5"]')
    assert "galet resté" in flat(made(french.project))
    assert "galet resté" not in flat(made(french.project, order=MemoOrder(Format.WHOLE)))


def test_backs_of_cards_lie_behind_their_fronts(project: Project, tmp_path: Path) -> None:
    printed = print_memo(project, "lowtide", "", MemoOrder(Format.CARD), tmp_path)
    faces = stamped_faces(printed.pdf, 3)
    fronts = sorted((face for face in faces if face.side == "front"), key=lambda face: face.copy)
    backs = sorted((face for face in faces if face.side == "back"), key=lambda face: face.copy)
    assert len(fronts) == len(backs) == 4
    assert len({face.face for face in fronts}) == len({face.face for face in backs}) == 1
    for front, back in zip(fronts, backs, strict=True):
        assert sorted((front.width, front.height)) == pytest.approx([44, 68], abs=0.01)
        assert (210 - front.right, front.y) == pytest.approx((back.x, back.y), abs=0.01)


@pytest.mark.parametrize("ink", Ink)
def test_a_card_is_two_pages_with_a_bleed_and_a_quiet_rim(project: Project, ink: Ink) -> None:
    game = load_game(project, "lowtide")
    pdf = memo_card(project, game, Lang.FR, ink, 3)
    assert card_size(game) == (44, 68)
    assert pages(pdf) == [pytest.approx((50, 74), abs=0.05)] * 2
    for page in (0, 1):
        for letter in letters(pdf, page):
            assert 6 <= letter.left <= letter.right <= 44, letter
            assert letter.top >= 6, letter
            assert letter.bottom <= 68, letter
    corner = picture(pdf, 0, 254)[3, 3]
    assert (tuple(corner) == (255, 255, 255)) is (ink is Ink.LOW)


def leaf(project: Project, variant: str, form: Format) -> bytes:
    """The memo of the test game, not yet imposed."""
    memo = read_memo(project, "lowtide", variant, Lang.FR)
    return typeset_memo(project, load_game(project, "lowtide"), memo, MemoOrder(form), 0, Cache.for_user()).pdf


@pytest.mark.parametrize("form", [Format.HALF, Format.QUARTER, Format.CARD])
def test_what_a_variant_changes_is_marked_and_the_mark_explained(french: Source, form: Format) -> None:
    Source(french.project, "memo-x.fr.toml").write(
        'extends = "memo"\ntitle = "Tempête"\n[[section]]\nid = "end"\nremarks = ["Rentrer trempé."]\n'
    )
    text = flat(leaf(french.project, "x", form))
    assert "◆ Rentrer trempé." in text
    assert text.count("◆ ") == 2
    assert text.index("◆ pas comme dans Marée basse") < text.index("Mise en place")
    assert "◆" not in flat(leaf(french.project, "", form))


def test_the_card_of_gloria_picktoria_says_where_the_fox_enters() -> None:
    text = flat(made(BUNDLED, "cotcotcollec", "gloria-picktoria", MemoOrder(Format.CARD)))
    assert "◆ Entrée : chez le dernier à commencer une collection." in text
    assert "◆ pas comme dans CotCotCollec’" in text


@pytest.mark.parametrize("form", [Format.QUARTER, Format.HALF])
def test_gloria_picktoria_marks_what_differs_from_the_base_game(form: Format) -> None:
    text = flat(made(BUNDLED, "cotcotcollec", "gloria-picktoria", MemoOrder(form)))
    for changed in ("Mets de côté", "Mélange les coqs", "Le hasard désigne"):
        assert f"◆ {changed}" in text
    assert "◆ Donne à chacun" not in text
    assert "◆ Entrée" in text
    assert "◆ pas comme dans CotCotCollec’" in text


LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="#ff0000"/></svg>'


@pytest.mark.parametrize("form", [Format.HALF, Format.QUARTER, Format.CARD])
@pytest.mark.parametrize("aid", [False, True])
def test_a_logo_takes_the_place_of_the_title(french: Source, form: Format, aid: bool) -> None:
    if aid:
        french.write(french.path.read_text("utf-8") + '[[aid]]\nid = "aid"\nheading = "Aide"\nsteps = ["Rentrer."]\n')
    art = french.project.components / "lowtide" / "art"
    (art / "logo-fr.svg").write_text(LOGO, "utf-8")
    pdf = leaf(french.project, "", form)
    assert "Marée basse" not in flat(pdf)
    page = picture(pdf, 0, 254).astype(int)
    red = (page[:, :, 0] > 240) & (page[:, :, 1] < 20) & (page[:, :, 2] < 20)
    rows, columns = (np.flatnonzero(red.any(axis=axis)) for axis in (1, 0))
    assert (np.ptp(columns) + 1) / (np.ptp(rows) + 1) == pytest.approx(3, abs=0.1)
    assert np.ptp(rows) + 1 >= 50, "5 mm high at least"
    french.replace('colour = "', 'title = "Tempête"\ncolour = "')
    assert "Tempête" in flat(leaf(french.project, "", form)), "another title is set in type"


def test_low_ink_prints_less(project: Project) -> None:
    full, low = (picture(made(project, order=MemoOrder(Format.HALF, ink=ink)), 0, 60) for ink in (Ink.FULL, Ink.LOW))
    assert (255 - low).sum() < 0.6 * (255 - full).sum()


def test_the_same_source_gives_the_same_bytes(project: Project) -> None:
    for form in FORMATS:
        assert made(project, order=MemoOrder(form)) == made(project, order=MemoOrder(form))


@pytest.mark.parametrize("form", FORMATS)
def test_the_file_knows_its_title_and_language(project: Project, tmp_path: Path, form: Format) -> None:
    printed = print_memo(project, "lowtide", "", MemoOrder(form, lang=Lang.EN), tmp_path)
    assert printed.pdf.name == f"lowtide_memo_en_{form}_a4_full.pdf"
    with pikepdf.open(printed.pdf) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Low Tide – memo"
        assert str(pdf.Root.Lang) == "en"
        fonts = {str(font.BaseFont).split("+")[-1] for font in pdf.objects if _is_font(font)}
    assert fonts <= {f"SourceSansPro-{cut}" for cut in ("Regular", "Bold", "It", "BoldIt")} | {"FredokaOne-Regular"}


def _is_font(thing: pikepdf.Object) -> bool:
    return isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font" and "/DescendantFonts" in thing


@pytest.mark.parametrize("form", [Format.HALF, Format.CARD])
def test_a_short_text_stands_on_cards_only(french: Source, form: Format) -> None:
    french.replace('"que la mer baisse."', '"que la mer baisse.", short = "la mer"')
    french.replace('["Jamais sous l\'eau."]', '[{ text = "Jamais sous l\'eau.", short = "" }]')
    text = flat(made(french.project, order=MemoOrder(form)))
    assert ("que la mer baisse" in text) is (form is Format.HALF)
    assert ("Jamais" in text) is (form is Format.HALF)


def test_letters_shrink_before_a_memo_fails(french: Source) -> None:
    memo = read_memo(french.project, "lowtide", "", Lang.FR)
    game = load_game(french.project, "lowtide")
    small = replace(MemoOrder(Format.HALF), paper=parse_paper("115x165"))
    assert typeset_memo(french.project, game, memo, small, 0).trial.size < SETTINGS[Format.HALF].largest


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('follows = "', f'follows = "{"Un mot de plus, encore un. " * 8}', "follows does not fit on one line"),
        (
            'legend = "',
            f'legend = "{"un mot et un autre " * 4}',
            r"section\[2\]\.legend \(turn\) does not fit on one line with its heading",
        ),
    ],
)
def test_what_is_wider_than_its_place_is_refused(french: Source, old: str, new: str, message: str) -> None:
    french.replace(old, new)
    with pytest.raises(LayoutError, match=rf"memo\.fr\.toml: {message}"):
        made(french.project)


def test_a_long_subtitle_does_not_push_the_sections_on_each_other(french: Source) -> None:
    french.replace(
        "un jeu d'estran", "un jeu d'estran pour petits et grands, où chacun ramasse ce que la mer laisse " * 2
    )
    page = letters(made(french.project, order=MemoOrder(Format.QUARTER)))
    boxes = [(letter.left, letter.top, letter.right, letter.bottom) for letter in page if letter.sign.isalpha()]
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:number]:
            across = min(right, other[2]) - max(left, other[0])
            along = min(bottom, other[3]) - max(top, other[1])
            assert across < 0.3 or along < 0.3, "letters on each other"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("un jeu d'estran", "un jeu d'estran " * 30, "subtitle is too long to leave room for the rules"),
        ("avoir le plus", "avoir le plus et encore " * 30, "aim is too long to leave room for the rules"),
        (
            'colour = "',
            f'title = "{"Un titre sans fin " * 5}"\ncolour = "',
            "title does not fit on one line at the smallest size",
        ),
    ],
)
def test_a_head_that_leaves_no_room_is_refused(french: Source, old: str, new: str, key: str) -> None:
    french.replace(old, new)
    with pytest.raises(LayoutError, match=rf"memo\.fr\.toml: {key}"):
        made(french.project, order=MemoOrder(Format.CARD))


@pytest.mark.parametrize(
    ("title", "fits"), [("Marée basse et vents", True), ("Marée basse et vents du large, la suite", False)]
)
def test_a_title_is_never_smaller_than_the_smallest_letters(french: Source, title: str, fits: bool) -> None:
    french.replace('colour = "', f'title = "{title}"\ncolour = "')
    if not fits:
        with pytest.raises(LayoutError, match="title does not fit on one line at the smallest size"):
            made(french.project, order=MemoOrder(Format.CARD))
        return
    memo = read_memo(french.project, "lowtide", "", Lang.FR)
    leaf = typeset_memo(french.project, load_game(french.project, "lowtide"), memo, MemoOrder(Format.CARD), 0)
    assert min(letter.size_pt for letter in letters(leaf.pdf)) >= 6.49


@pytest.mark.sampled(2)
@pytest.mark.parametrize("form", [Format.HALF, Format.CARD])
@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("Choisir", "W" * 400, HEADINGS["turn"]),
        ('heading = "Fin"', f'heading = "{"F" * 60}"', HEADINGS["end"]),
        ("un jeu d'estran", "W" * 70, MEMO.at(detail="title, subtitle or aim")),
    ],
)
def test_a_word_that_leaves_its_column_is_refused(
    french: Source, old: str, new: str, where: Location, form: Format
) -> None:
    french.replace(old, new)
    with pytest.raises(LayoutError) as error:
        made(french.project, order=MemoOrder(form))
    [problem] = error.value.problems
    assert problem.where == where
    place = "runs into the margin" if form is Format.CARD else "does not fit its column"
    assert problem.message.startswith(f"a word {place} on ")
    assert re.match('"[FW]{60}', problem.found)


def test_a_long_name_is_divided_and_letters_shrink_for_a_long_word(french: Source) -> None:
    french.replace('name = "Ramasser"', 'name = "Réapprovisionnement général"')
    french.replace('heading = "Fin"', 'heading = "Anticonstitutionnellement"')
    game, memo = load_game(french.project, "lowtide"), read_memo(french.project, "lowtide", "", Lang.FR)
    leaf = typeset_memo(french.project, game, memo, MemoOrder(Format.CARD), 0)
    assert SETTINGS[Format.CARD].smallest <= leaf.trial.size < SETTINGS[Format.CARD].largest
    for page in (0, 1):
        for letter in letters(leaf.pdf, page):
            assert 3 <= letter.left <= letter.right <= 41, letter
    assert "Réapprovisionnement" in flat(leaf.pdf)


def test_an_action_taller_than_its_leaf_is_refused(french: Source) -> None:
    french.replace("que la mer baisse.", "que la mer baisse encore. " * 110)
    with pytest.raises(LayoutError) as error:
        made(french.project, order=MemoOrder(Format.QUARTER))
    assert error.value.problems[0].where == HEADINGS["turn"]


def test_a_format_without_a_section_is_refused(french: Source) -> None:
    french.replace("[[section]]\n", '[[section]]\nonly = ["a4"]\n')
    with pytest.raises(PnpError, match=r"memo\.fr\.toml has no section for this format \(a5\)"):
        made(french.project)
    assert "Mise en place" in flat(made(french.project, order=MemoOrder(Format.WHOLE)))


def test_an_empty_title_is_refused(french: Source) -> None:
    french.replace('colour = "', 'title = ""\ncolour = "')
    with pytest.raises(PnpError, match="title is empty"):
        made(french.project)


def test_a_sketch_is_the_memo_in_sizes_that_fitted_before(copied: Project, french: Source, tmp_path: Path) -> None:
    order = MemoOrder(Format.CARD)
    before = print_memo(copied, "lowtide", "", order, tmp_path, Cache.for_user())
    sketched = preview_memo(copied, "lowtide", "", order, before.trial, Cache.for_user())
    assert sketched == (before.pdf.read_bytes(), before.title, before.copies)
    french.replace('heading = "', 'heading = "Bien plus long ' + "encore " * 60)
    assert preview_memo(copied, "lowtide", "", order, before.trial, Cache.for_user()) is None
