"""Drafts: whatever can be printed is printed; what does not fit or is missing is marked, and listed everywhere."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

import pnp
from pnp.audit.audit import audit_file
from pnp.audit.report import Check
from pnp.errors import LayoutError, Location, Problem, RenderError, SpecError
from pnp.face import draft, template
from pnp.face.face import Face
from pnp.face.faces import FaceLook, FaceName, get_faces
from pnp.face.svg_check import check_svg
from pnp.library.sheets import find_spare_places
from pnp.press.renderer import find_renderer
from pnp.project.folders import Project
from pnp.spec.load import load_draft, load_game
from pnp.store.cache import Cache
from pnp.terms import Lang, Side
from tests.cli.command import Command

SPEC = """
title = "Zoo"
languages = ["en", "fr"]
[icons]
sun = "sunny"
[decks.cards]
title = { en = "Cards", fr = "Cartes" }
table = "cards.csv"
size = "63x88"
front = "card.svg.j2"
columns = { cost = { type = "int", min = 0, max = 9 } }
"""
TABLE = """\
id,count,cost,picture,rules
fox,2,3,fox.png,Short.
owl,1,4,owl.png,"{long}"
bat,1,x,fox.png,Bad cost.
cat,1,2,fox.png,{odd}
boom,1,0,fox.png,fail
"""
LONG = "This text is far too long for its box. " * 9
BODY = """
{% if piece.rules == "fail" %}{{ piece.nonsense }}{% endif %}
<rect x="0" y="0" width="63" height="88" fill="#224466"/>
<g transform="scale(0.5)">{{ image(piece.picture, 20, 20, 86, 50) }}</g>
<g transform="translate(6 50) scale(2)">{{ text(piece.rules, 0, 0, 25, 10, size=2, min=1.8, colour="#ffffff") }}</g>
<rect x="5" y="49" width="30" height="5" fill="#ffee00"/>
"""
MORE = """
[decks.more]
title = { en = "More", fr = "Plus" }
size = "63x88"
front = "card.svg.j2"
rows = [{ id = "fox" }]
"""
"""Another deck with the id of a card."""
MAGENTA = (0xC4, 0x00, 0x6F)


def zoo(root: Path, body: str = BODY, table: str = TABLE, spec: str = SPEC) -> Path:
    components, templates = root / "components" / "zoo", root / "templates" / "zoo"
    for folder in (components, templates):
        folder.mkdir(parents=True, exist_ok=True)
    (components / "game.toml").write_text(spec, encoding="utf-8")
    written = table.replace("{long}", LONG).replace("{odd}", "中 and {sun}.")
    (components / "cards.csv").write_text(written, encoding="utf-8")
    (templates / "card.svg.j2").write_text(
        '{% extends "face.svg.j2" %}{% block body %}' + body + "{% endblock %}", encoding="utf-8"
    )
    Image.new("RGB", (600, 400), "#88aa33").save(components / "fox.png")
    return root


def build(root: Path, **options: object) -> pnp.Printed:
    return pnp.build("zoo", start=root, out=root / "output", **{"draft": True, **options})  # type: ignore[arg-type]


def dots(drawn: Face, dpi: float = 254) -> np.ndarray:
    [png] = find_renderer().to_png([drawn], dpi)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(int)


def face(root: Path, design: str, body: str | None = None, look: FaceLook | None = None) -> Face:
    if body is not None:
        zoo(root, body)
    project = Project(root)
    game = load_draft(project, "zoo").game
    chosen = look or FaceLook(Lang.EN, bleed=0, draft=True)
    [found] = get_faces(project, game, [(FaceName("cards", design, Side.FRONT), chosen)], Cache.disabled()).faces
    check_svg(found.svg, found.where, chosen.renderer(project, game).sources.fonts)
    return found


def page_text(path: Path, page: int) -> str:
    document = pypdfium2.PdfDocument(path)
    try:
        return " ".join(document[page].get_textpage().get_text_bounded().split())
    finally:
        document.close()


def codes(problems: tuple[Problem, ...]) -> set[str]:
    return {problem.code for problem in problems}


def test_a_build_refuses_what_a_draft_prints_and_lists(tmp_path: Path) -> None:
    root = zoo(tmp_path)
    with pytest.raises(SpecError):
        build(root, draft=False)
    made = build(root)
    assert made.pieces == 5  # without the bat, whose cost is not a number
    assert codes(made.problems) == {"E0301", "E0501", "E0502", "E0403", "E0407", "E0402"}
    assert made.pdf.stem.endswith("_draft")
    listing = json.loads(made.placements.read_text(encoding="utf-8"))
    assert listing["draft"] is True
    assert [each["code"] for each in listing["problems"]] == [each.code for each in made.problems]
    assert {"bat"} & {each["piece"] for each in listing["placements"]} == set()
    [unfit] = [each for each in listing["problems"] if each["code"] == "E0403"]
    assert unfit["location"]["piece"] == "owl"
    assert (unfit["location"]["file"], unfit["location"]["line"]) == ("templates/zoo/card.svg.j2", 5)


def test_guide_and_labels_say_that_it_is_a_draft(tmp_path: Path) -> None:
    made = build(zoo(tmp_path), lang="fr")
    guide = page_text(made.pdf, 0)
    assert "Brouillon, pas encore la version finale : 7 problèmes" in guide.replace("\u202f", " ").replace("\xa0", " ")
    assert "cards.csv:4: cost must be a whole number" in guide
    assert "the text does not fit its box" in guide
    sheets = [page_text(made.pdf, page) for page in range(1, len(pypdfium2.PdfDocument(made.pdf)))]
    assert any("brouillon" in text for text in sheets)
    assert any("owl.png" in text and "boom" in text and "nonsense" in text for text in sheets)


def test_a_box_is_outlined_on_top_of_everything_whatever_surrounds_it(tmp_path: Path) -> None:
    zoo(tmp_path)
    shown = dots(face(tmp_path, "owl"))
    # the text box is scaled by 2: from (6, 50) to (56, 70) mm; a later rectangle covers its upper left corner
    for x, y in ((6, 60), (6, 51), (12, 50), (20, 50), (56, 60), (30, 70)):
        assert np.abs(shown[y * 10, x * 10] - MAGENTA).max() < 12, (x, y)
    assert np.abs(shown[52 * 10, 20 * 10] - (0xFF, 0xEE, 0)).max() < 12
    for x, y in ((10, 20), (53, 20), (30, 10), (30, 35)):  # the missing picture, scaled by a half
        assert np.abs(shown[y * 10, x * 10] - MAGENTA).max() < 12, (x, y)
    flag = shown[505:520, 540:556]  # in its upper right corner
    assert (np.abs(flag - MAGENTA).max(axis=2) < 12).mean() > 0.3
    grey = shown @ (0.2126, 0.7152, 0.0722)
    assert grey[600, 60] < 80 < 240 < grey[600, 64]  # dark between white lines


def test_a_text_that_does_not_fit_is_still_printed_whole(tmp_path: Path) -> None:
    drawn = face(zoo(tmp_path), "owl")
    assert drawn.svg.count("far") == LONG.count("far")
    assert 'font-size="1.8"' in drawn.svg
    assert not drawn.failed


def test_a_face_without_problems_is_the_same_as_in_a_build(tmp_path: Path) -> None:
    spec = SPEC.replace('sun = "sunny"', "")
    table = "id,cost,picture,rules\nfox,3,fox.png,Short.\n"
    zoo(tmp_path, table=table, spec=spec)
    strict, drafted = (face(tmp_path, "fox", look=FaceLook(Lang.EN, draft=each)) for each in (False, True))
    assert (strict.svg, strict.key, strict.problems) == (drafted.svg, drafted.key, ())
    assert build(tmp_path).problems == ()


def test_a_face_whose_template_fails_shows_the_message_in_magenta(tmp_path: Path) -> None:
    drawn = face(zoo(tmp_path), "boom")
    assert drawn.failed
    assert [problem.code for problem in drawn.problems] == ["E0402"]
    shown = dots(drawn)
    assert np.abs(shown[440, 5] - MAGENTA).max() < 12
    assert "boom" in drawn.svg
    assert "cannot" in drawn.svg


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("</g>", "E0507"),
        ("{% if %}", "E0402"),
        ("{{ fail('a suit', 'none') }}", "E0408"),
        ("{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}", "E0402"),
        ('{% include "absent.j2" %}', "E0401"),
        ('<image href="http://example.org/x.png"/>', "E0508"),
        ('<text font-family="Absent">x</text>', "E0515"),
    ],
)
def test_whatever_stops_a_face_is_shown_in_its_place(tmp_path: Path, body: str, code: str) -> None:
    drawn = face(tmp_path, "fox", body)
    assert drawn.failed
    assert drawn.problems[0].code == code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{{ text("a **b", 5, 5, 20, 5) }}', None),
        ('{{ text("x" * 6000, 5, 5, 20, 5) }}', "E0105"),
        ('{{ text("Donaudampfschiff", 5, 5, 9, 5) }}', "E0403"),
        ('{{ text("x", 5, 5, 20, 5, font="Absent") }}', "E0515"),
        ('{{ text("x", 5, 5, 20, 0) }}', "E0406"),
        ('{{ text("{moon}", 5, 5, 20, 5) }}', "E0501"),
        ('{{ art("absent", 20, 20, 0.2, turn=30) }}', "E0501"),
        ('{{ image("../../../etc/passwd", 5, 5, 20, 20) }}', "E0107"),
        ('{{ image("game.toml", 5, 5, 20, 20) }}', "E0503"),
        ('{{ image("none.pdf#2", 5, 5, 20, 20) }}', "E0502"),
        ("{{ image('</text></svg><script>&{a}**\u202e\x07.png', 5, 5, 20, 20) }}", "E0502"),
        (r"{{ image('a\\b', 5, 5, 20, 20) }}", "E0107"),
        ('{{ image("fox.png", 5, 5, 0, 20) }}', "E0406"),
        ('{{ image("absent", 5, 5, 20, 20) }}', "E0501"),
        ('{{ art("absent", box=[5, 5, 20, 20]) }}', "E0501"),
        ('{{ icons(3, 5, 5, 20, 5, icon="absent") }}', "E0501"),
        ('{{ text_path("far too long for its line", "M 5 20 L 20 20", size=4, min=3) }}', "E0403"),
        ('{{ text_path("long " * 900, [30, 30, 9], size=4, min=3) }}', "E0403"),
        ('{{ stack([{"text": "long " * 99, "size": 4, "min": 3}], 5, 5, 30, 10) }}', "E0403"),
        ("{{ text(\"a <b>bold</b> 中 <span size='9'>x</span>\", 5, 5, 20, 20) }}", "E0407"),
    ],
)
def test_whatever_stops_a_text_or_picture_is_shown_in_its_box(tmp_path: Path, body: str, code: str | None) -> None:
    drawn = face(tmp_path, "fox", body)
    assert not drawn.failed
    assert [problem.code for problem in drawn.problems] == ([code] if code else [])
    assert ("#c4006f" in drawn.svg) == (code is not None)
    assert "<script" not in drawn.svg


def test_a_word_too_wide_for_a_stack_is_marked_in_its_box_too(tmp_path: Path) -> None:
    words = '{"text": "Donaudampfschiff", "size": 4}, {"text": "short", "size": 4}'
    drawn = face(tmp_path, "fox", f"{{{{ stack([{words}], 5, 5, 9, 20) }}}}")
    assert not drawn.failed
    assert {problem.code for problem in drawn.problems} == {"E0403"}
    assert "Donaudampfschiff" in drawn.svg
    assert "short" in drawn.svg
    assert drawn.svg.count("<polygon") == 4


def test_marks_and_problems_of_a_face_are_limited(tmp_path: Path) -> None:
    body = '{% for i in range(3000) %}{{ text("long text " ~ i, 5, 5, 5, 2) }}{% endfor %}'
    drawn = face(tmp_path, "fox", body)
    assert len(drawn.problems) == draft.MOST_PROBLEMS
    assert drawn.svg.count("<polygon") == 2 * draft.MOST_MARKS


def test_faces_that_hang_are_given_up_after_a_while_and_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template, "SECONDS", 0.2)
    monkeypatch.setattr(draft, "MAX_SECONDS_FAILING", 0.1)
    zoo(tmp_path, "{% for i in range(90000) %}{% for j in range(90000) %}{% endfor %}{% endfor %}")
    project, cache = Project(tmp_path), Cache(tmp_path / "cache")
    game = load_draft(project, "zoo").game
    wanted = [
        (FaceName("cards", name, Side.FRONT), FaceLook(Lang.EN, draft=True)) for name in ("fox", "owl", "cat", "boom")
    ]
    for _ in range(2):
        made = get_faces(project, game, wanted, cache)
        assert [each.problems[0].code for each in made.faces] == ["E0402", "E1401", "E1401", "E1401"]
        assert made.fresh == 4


def test_drafts_and_builds_do_not_share_faces_or_files(tmp_path: Path) -> None:
    spec = SPEC.replace('sun = "sunny"', "")
    table = 'id,cost,picture,rules\nfox,3,fox.png,Short.\nowl,4,fox.png,"{long}"\n'
    zoo(tmp_path, table=table, spec=spec)
    first = build(tmp_path)
    assert codes(first.problems) == {"E0403"}
    for _ in range(2):
        with pytest.raises(RenderError) as refused:
            build(tmp_path, draft=False)
        assert [problem.code for problem in refused.value.problems] == ["E0403"]
        again = build(tmp_path)
        assert again.problems == first.problems
        assert again.drawn == 0
        assert again.pdf.read_bytes() == first.pdf.read_bytes()
    assert [path.name for path in first.pdf.parent.glob("*.pdf")] == [first.pdf.name]


def test_an_audit_says_that_it_is_a_draft_and_compares_it_as_one(tmp_path: Path) -> None:
    made = build(zoo(tmp_path))
    report = audit_file(made.pdf, tmp_path)
    assert report.sound, report.findings
    assert report.draft
    assert report.as_data()["draft"] is True
    assert "a draft" in report.verdict
    assert sum(note.startswith("draft: ") for note in report.notes) == 8
    zoo(tmp_path, BODY.replace("#224466", "#664422"))
    assert {Check.LOOKS} <= set(audit_file(made.pdf, tmp_path).by_check())


def test_a_draft_need_not_match_the_box(tmp_path: Path) -> None:
    box = '[[box]]\nname = { en = "Cards", fr = "Cartes" }\ncount = 6\nof = ["cards"]\n'
    zoo(tmp_path, spec=SPEC + box)
    made = build(tmp_path)
    report = audit_file(made.pdf, tmp_path)
    assert report.sound, report.findings
    assert report.box == [("Cards", 6, 5)]


@pytest.mark.parametrize(
    ("spec", "table", "code"),
    [
        ("title = [", TABLE, "E0201"),
        (SPEC, "id,cost,picture,rules\nbat,x,fox.png,Bad.\n", "E0301"),
        (SPEC + MORE, TABLE, "E0306"),
        (SPEC.replace('"63x88"', '"63xtall"'), TABLE, "E0208"),
    ],
)  # fmt: skip
def test_a_spec_that_cannot_be_printed_stops_a_draft(tmp_path: Path, spec: str, table: str, code: str) -> None:
    zoo(tmp_path, spec=spec, table=table)
    with pytest.raises(SpecError) as refused:
        build(tmp_path)
    assert code in {problem.code for problem in refused.value.problems}
    assert not list((tmp_path / "output").rglob("*.pdf"))


def test_a_row_with_the_id_of_another_is_left_out(tmp_path: Path) -> None:
    zoo(tmp_path, table="id,cost,picture,rules\nfox,3,fox.png,One.\nfox,4,fox.png,Two.\n")
    made = build(tmp_path)
    assert made.pieces == 1
    assert "E0306" in codes(made.problems)


def test_pieces_too_large_for_the_paper_stop_a_draft(tmp_path: Path) -> None:
    zoo(tmp_path)
    with pytest.raises(LayoutError):
        build(tmp_path, paper="50x50")


def test_options_work_together_with_a_draft(tmp_path: Path) -> None:
    zoo(tmp_path)
    made = build(tmp_path, only=["id=owl"], mark="v0.3", guide=False, sides="fronts", ink="low")
    assert made.pieces == 1
    assert {"E0403", "E0502"} <= codes(made.problems)
    changed = build(tmp_path, changed_since=str(made.pdf), ink="low")
    assert changed.changes is not None
    assert changed.changes.added == ["fox", "cat", "boom"]
    tokens = SPEC.replace('"63x88"', '"12x12"')
    zoo(tmp_path, spec=tokens, body="<rect/>")
    unmarked = build(tmp_path, mark="a-very-long-version-mark")
    assert "E0608" in codes(unmarked.problems)


def test_the_command_succeeds_and_lists_mistakes_once(tmp_path: Path, pnp: Command) -> None:
    zoo(tmp_path)
    code, out, _ = pnp("build", "zoo", "--draft", cwd=tmp_path)
    assert code == 0
    assert "zoo: printed as a draft, with 7 problems:" in out
    assert out.count("the text does not fit") == 1
    assert pnp("build", "zoo", cwd=tmp_path)[0] == 1


def test_spare_places_are_counted_for_a_draft(tmp_path: Path) -> None:
    zoo(tmp_path)
    [spares] = find_spare_places("zoo", start=tmp_path, draft=True)
    assert spares.places > 0


def test_only_a_draft_reads_a_game_with_problems(tmp_path: Path) -> None:
    project = Project(zoo(tmp_path))
    with pytest.raises(SpecError):
        load_game(project, "zoo")
    readable = load_draft(project, "zoo")
    assert [design.id for _, design in readable.game.designs()] == ["fox", "owl", "cat", "boom"]
    assert [problem.where.row for problem in readable.problems] == [4]
    assert isinstance(readable.problems[0].where, Location)
