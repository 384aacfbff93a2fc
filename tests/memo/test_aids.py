"""Player aids: what cards and A6 have in place of the sections."""

from __future__ import annotations

import pytest

from pnp.errors import LayoutError, SpecError
from pnp.memo.lint import check_game
from pnp.memo.print import MemoOrder, make_typesetter, typeset_memo
from pnp.memo.read import read_memo
from pnp.memo.source import AID_SETTINGS, variants
from pnp.memo.typesetter import Trial
from pnp.project.folders import Project, bundled_project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Format, Lang
from tests.memo.conftest import Source
from tests.memo.reading import flat, letters, pages

AID = """
[[aid]]
use = "setup"
only = "a6"

[[aid]]
id = "turn"
heading = "Tour"
side = "front"
actions = [{ name = "Ramasser", cost = "{=cost.shells.whelk}" }]

[[aid]]
id = "end"
heading = "Fin"
side = "back"
steps = ["Compte tes coquillages."]
"""


def add(source: Source, text: str = AID) -> None:
    source.write(source.path.read_text("utf-8") + text)


def made(project: Project, form: Format = Format.CARD, game: str = "lowtide") -> tuple[bytes, Trial]:
    memo = read_memo(project, game, "", Lang.FR)
    leaf = typeset_memo(project, load_game(project, game), memo, MemoOrder(form), 0, Cache.for_user())
    return leaf.pdf, leaf.trial


def test_a_card_has_the_aid_with_a_title_on_both_sides(french: Source) -> None:
    add(french)
    pdf, trial = made(french.project)
    assert len(pages(pdf)) == 2
    assert trial.size >= 8
    _, *sides = flat(pdf).split("Marée basse")
    assert len(sides) == 2
    assert "Ramasser" in sides[0]
    assert "Compte tes coquillages" not in sides[0]
    assert "Compte tes coquillages" in sides[1]
    assert "Mise en place" not in flat(pdf)
    for page in (0, 1):
        for letter in letters(pdf, page):
            assert letter.size_pt >= 7.99, letter
            assert 3 <= letter.left <= letter.right <= 41, letter
            assert 2.7 <= letter.top <= letter.bottom <= 65.3, letter


def test_a6_has_the_set_up_too_and_pages_have_their_sections(french: Source) -> None:
    add(french)
    said = flat(made(french.project, Format.QUARTER)[0])
    assert said.index("Mélanger les 13 coquillages") < said.index("Ramasser") < said.index("Compte tes coquillages")
    assert "que la mer baisse" not in said
    page = flat(made(french.project, Format.HALF)[0])
    assert "que la mer baisse" in page
    assert "Compte tes coquillages" not in page


def test_an_aid_that_needs_letters_below_8_pt_is_refused(french: Source) -> None:
    add(french, AID.replace("Compte tes coquillages.", "Compte tes coquillages et ceux des autres. " * 12))
    with pytest.raises(
        LayoutError,
        match=r'aid\[3\]\.heading \(end\): the memo does not fit 2 sides of 44 × 68 mm at 8 pt: .* starting at "Fin"',
    ):
        made(french.project)


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ('side = "back"', 'side = "left"', 'aid[3].side (end) must be "front" or "back", not "left"'),
        ('use = "setup"', 'use = "set-up"', 'did you mean "setup"?'),
        ('heading = "Tour"', 'heading = "Tour"\nsides = "x"', "aid[2].sides (turn) is not a known key"),
        ('id = "turn"', 'id = "end"', "aid[3].id (end) is already the id of aid[2]"),
    ],
)
def test_what_is_wrong_with_an_aid_is_named(french: Source, old: str, new: str, finding: str) -> None:
    assert old in AID
    add(french, AID.replace(old, new))
    with pytest.raises(SpecError) as error:
        read_memo(french.project, "lowtide", "", Lang.FR)
    assert finding in str(error.value)


FIGURE = '\nfigure = "fan"'
FAN = '[fan]\npieces = [{ piece = "whelk", x = 0, y = 0 }]\n'


@pytest.mark.parametrize(
    ("aid", "figures", "finding"),
    [
        (AID, "", 'memo.en.toml has no translation of the aid "turn"'),
        (
            AID.replace('only = "a6"', 'only = "a4"'),
            "",
            "aid[1].only (setup) must include a format that has aids (a6, poker), not a4",
        ),
        (AID.replace("coquillages.", "coquillages.†"), "", "aid must have a text that begins with † and explains it"),
        (
            AID.replace('side = "back"', 'side = "back"' + FIGURE),
            "",
            'aid[3].figure (end): figures.toml has no figure "fan"',
        ),
        (AID, FAN, "figures.toml: fan is not shown in any memo"),
    ],
)
def test_the_lint_finds(french: Source, aid: str, figures: str, finding: str) -> None:
    add(french, aid)
    if figures:
        french.path.with_name("figures.toml").write_text(figures, "utf-8")
    found = [str(problem) for problem in check_game(french.project, "lowtide")]
    assert any(finding in problem for problem in found), found


def test_the_lint_finds_a_dagger_that_nobody_explains_and_a_figure_of_one_language(french: Source) -> None:
    french.replace("Jamais sous l'eau.", "Jamais sous l'eau.†")
    french.path.with_name("figures.toml").write_text(FAN, "utf-8")
    french.replace('intro = "Choisir', 'figure = "fan"\nintro = "Choisir')
    found = [str(problem) for problem in check_game(french.project, "lowtide")]
    assert any("follows must explain †" in problem for problem in found), found
    assert any("must have the same blocks as in fr (1 figure, 1 intro" in problem for problem in found), found


BUNDLED = bundled_project()
MEMOS = [(game, variant) for game in BUNDLED.games() for variant in variants(BUNDLED.components / game)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("game", "variant"), MEMOS)
def test_no_section_is_split_between_columns(game: str, variant: str) -> None:
    spec, memo = load_game(BUNDLED, game), read_memo(BUNDLED, game, variant, Lang.FR)
    trial = typeset_memo(BUNDLED, spec, memo, MemoOrder(Format.HALF), 0, Cache.for_user()).trial
    setter = make_typesetter(BUNDLED, spec, memo, MemoOrder(Format.HALF), Cache.for_user())
    places = {place.name: (place.page, place.x) for place in setter.try_sizes(trial).places}
    for name in setter.headings:
        assert abs(places[name][1] - places[f"/{name}"][1]) < 20
        assert places[name][0] == places[f"/{name}"][0]


@pytest.mark.slow
def test_winston_s_aid_can_be_read_across_the_table() -> None:
    for form, setting in AID_SETTINGS.items():
        assert setting.smallest == 8
        assert made(BUNDLED, form, "winston")[1].size >= 9
