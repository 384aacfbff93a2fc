"""The finished PDF, measured: number and place of every piece, backs behind fronts, boxes, fonts, layers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from pnp.press.job import Job, Printed
from pnp.press.print import print_game
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang
from tests.measure import MM, Stamped, picture, stamped_faces, words

PAPERS = ("a4", "letter", "a3", "297x210", "250x250")
DUPLEX = (Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT)
TOLERANCE = 0.05


def build(
    project: Project,
    game: Game,
    folder: Path,
    paper: str = "a4",
    sides: Sides = Sides.DUPLEX_LONG,
    offset: tuple[float, float] = (0, 0),
) -> Printed:
    layout = Layout(parse_paper(paper), sides, offset=offset)
    return print_game(project, game.id, Job(layout), folder, Cache.for_user())


def turned_over(face: Stamped, width: float, height: float, sides: Sides) -> tuple[float, float]:
    """The middle of a piece, seen from the other side of the paper that was turned over its long or short edge."""
    x, y = face.x + face.width / 2, face.y + face.height / 2
    upright_edge = (height >= width) == (sides is Sides.DUPLEX_LONG)
    return (width - x, y) if upright_edge else (x, height - y)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sides", list(Sides))
def test_every_piece_is_on_the_paper_once_and_in_its_true_size(
    project: Project, lowtide: Game, tmp_path: Path, paper: str, sides: Sides
) -> None:
    printed = build(project, lowtide, tmp_path, paper, sides)
    faces = stamped_faces(printed.pdf, 3)
    fronts = Counter((face.piece, face.copy) for face in faces if face.side == "front")
    wanted = {
        (design.id, copy): deck
        for deck, design in lowtide.designs()
        for copy in range(1, design.count * deck.leaves + 1)
    }
    assert fronts == Counter(dict.fromkeys(wanted, 1))
    for face in faces:
        size = wanted[face.piece, face.copy].size
        width, height = (size.height, size.width) if face.rotation % 180 else size
        assert face.width == pytest.approx(width, abs=TOLERANCE)
        assert face.height == pytest.approx(height, abs=TOLERANCE)
    backs = Counter((face.piece, face.copy) for face in faces if face.side == "back")
    for key, deck in wanted.items():
        printed_back = deck.back is not None and (sides is not Sides.FRONTS or deck.kind == "standee")
        assert backs[key] == (1 if printed_back else 0)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sides", DUPLEX)
def test_every_back_lies_behind_its_front(
    project: Project, lowtide: Game, tmp_path: Path, paper: str, sides: Sides
) -> None:
    printed = build(project, lowtide, tmp_path, paper, sides)
    with pikepdf.open(printed.pdf) as document:
        width, height = (float(value) * MM for value in document.pages[0].mediabox[2:])
        assert len(document.pages) == 2 * printed.sheets - 1, "the last sheet, a pad's, has no back"
    faces = [face for face in stamped_faces(printed.pdf, 3) if face.piece != "fisher"]
    backs = {(face.piece, face.copy): face for face in faces if face.side == "back"}
    checked = 0
    for front in (face for face in faces if face.side == "front" and face.piece != "score-leaf"):
        back = backs[front.piece, front.copy]
        assert back.page == front.page + 1
        assert front.page % 2 == 1
        x, y = turned_over(front, width, height, sides)
        assert back.x + back.width / 2 == pytest.approx(x, abs=TOLERANCE)
        assert back.y + back.height / 2 == pytest.approx(y, abs=TOLERANCE)
        checked += 1
    assert checked == 13 + 7 + 5


@pytest.mark.parametrize("paper", ["a4", "297x210"])
@pytest.mark.parametrize("sides", DUPLEX)
def test_a_viewer_finds_the_words_of_the_back_behind_those_of_the_front(
    project: Project, lowtide: Game, tmp_path: Path, paper: str, sides: Sides
) -> None:
    """Independent of how pieces are marked in the file: the words themselves are looked for."""
    printed = build(project, lowtide, tmp_path, paper, sides)
    width, height = parse_paper(paper).size
    front_page = next(face.page for face in stamped_faces(printed.pdf, 3) if face.piece == "tide-1")
    fronts = {word: (x, y) for word, x, y in words(printed.pdf, front_page) if word.startswith("tide-")}
    backs = {word: (x, y) for word, x, y in words(printed.pdf, front_page + 1) if word.startswith("tide-")}
    assert len(fronts) >= 6
    assert fronts.keys() == backs.keys()
    upright_edge = (height >= width) == (sides is Sides.DUPLEX_LONG)
    for word, (x, y) in fronts.items():
        # the card is turned over left to right, so the word is left of the middle on both faces
        centre = next(f for f in stamped_faces(printed.pdf, 3) if f.piece == word and f.side == "front")
        middle = centre.x + centre.width / 2, centre.y + centre.height / 2
        dx, dy = x - middle[0], y - middle[1]
        if centre.rotation == 0:
            mirrored = (width - middle[0], middle[1]) if upright_edge else (middle[0], height - middle[1])
            sign = 1 if upright_edge else -1  # turned like a calendar, the back stands on its head on the page
            assert backs[word][0] == pytest.approx(mirrored[0] + sign * dx, abs=1.0)
            assert backs[word][1] == pytest.approx(mirrored[1] + sign * dy, abs=1.0)


@pytest.mark.parametrize("paper", PAPERS)
def test_fold_layout_is_mirrored_at_the_fold(project: Project, lowtide: Game, tmp_path: Path, paper: str) -> None:
    printed = build(project, lowtide, tmp_path, paper, Sides.FOLD)
    width, height = parse_paper(paper).size
    faces = stamped_faces(printed.pdf, 3)
    backs = {(face.piece, face.copy): face for face in faces if face.side == "back"}
    for front in (face for face in faces if face.side == "front"):
        if front.piece in ("score-leaf", "fisher"):
            continue
        back = backs[front.piece, front.copy]
        assert back.page == front.page
        x = (front.x + front.right + back.x + back.right) / 4
        y = (front.y + front.bottom + back.y + back.bottom) / 4
        if abs(front.y - back.y) < TOLERANCE:  # an upright fold
            assert x == pytest.approx(width / 2, abs=TOLERANCE)
            assert (back.rotation + front.rotation) % 360 == 0
            assert width / 2 - front.clip[2] >= 5 - TOLERANCE
            assert back.clip[0] - width / 2 >= 5 - TOLERANCE
        else:
            assert front.x == pytest.approx(back.x, abs=TOLERANCE)
            assert y == pytest.approx(height / 2, abs=TOLERANCE)
            assert (back.rotation + front.rotation) % 360 == 180
            assert height / 2 - front.clip[3] >= 5 - TOLERANCE
            assert back.clip[1] - height / 2 >= 5 - TOLERANCE


def test_a_standee_has_its_back_head_to_head_with_its_front(project: Project, lowtide: Game, tmp_path: Path) -> None:
    faces = [f for f in stamped_faces(build(project, lowtide, tmp_path).pdf, 3) if f.piece == "fisher"]
    front, back = sorted(faces, key=lambda face: face.side, reverse=True)
    assert (front.side, back.side) == ("front", "back")
    assert front.page == back.page
    assert (back.rotation - front.rotation) % 360 == 180
    assert front.rotation == 90, "it lies in a shelf, its head to the right"
    assert back.x == pytest.approx(front.right, abs=TOLERANCE)
    assert back.y == pytest.approx(front.y, abs=TOLERANCE)


def test_neighbours_with_a_flat_edge_share_their_cut_and_others_have_their_bleed(
    project: Project, lowtide: Game, tmp_path: Path
) -> None:
    faces = stamped_faces(build(project, lowtide, tmp_path).pdf, 3)
    shells = [face for face in faces if face.page == 1]
    assert sorted({round(b.x - a.x, 2) for a in shells for b in shells if b.x > a.x})[0] == 44
    tides = [face for face in faces if face.piece.startswith("tide") and face.side == "front"]
    assert sorted({round(b.x - a.x, 2) for a in tides for b in tides if b.x > a.x + 1})[0] == 56
    for tide in tides:
        left, top, right, bottom = tide.clip
        assert tide.x - left == pytest.approx(3, abs=0.01)
        assert tide.y - top == pytest.approx(3, abs=0.01)
        assert right - tide.right == pytest.approx(3, abs=0.01)
        assert bottom - tide.bottom == pytest.approx(3, abs=0.01)


def test_offset_moves_backs_only(project: Project, lowtide: Game, tmp_path: Path) -> None:
    plain = stamped_faces(build(project, lowtide, tmp_path / "a").pdf, 3)
    moved = stamped_faces(build(project, lowtide, tmp_path / "b", offset=(1.5, -0.75)).pdf, 3)
    for before, after in zip(plain, moved, strict=True):
        on_back_page = before.page % 2 == 0
        assert after.x - before.x == pytest.approx(1.5 if on_back_page else 0, abs=0.01)
        assert after.y - before.y == pytest.approx(-0.75 if on_back_page else 0, abs=0.01)


def test_each_distinct_face_is_stored_once(project: Project, lowtide: Game, tmp_path: Path) -> None:
    printed = build(project, lowtide, tmp_path)
    faces = stamped_faces(printed.pdf, 3)
    shells = [face for face in faces if face.piece in ("whelk", "cockle", "oyster")]
    assert len({face.face for face in shells if face.side == "front"}) == 3
    assert len({face.face for face in shells if face.side == "back"}) == 1
    assert len({face.face for face in faces}) == printed.faces


def test_fonts_are_embedded_and_subset_and_text_has_its_accents(
    project: Project, lowtide: Game, tmp_path: Path
) -> None:
    printed = build(project, lowtide, tmp_path)
    seen = set()
    with pikepdf.open(printed.pdf) as document:
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                name = str(item.FontName)
                assert "/FontFile2" in item or "/FontFile3" in item, name
                assert name[7] == "+", f"{name} is not a subset"
                seen.add(name[8:])
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font":
                assert "Helvetica" not in str(item.get("/BaseFont"))
    assert seen == {
        "SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSansPro-It", "FredokaOne-Regular",
    }  # fmt: skip
    text = " ".join(word for word, _, _ in words(printed.pdf, 1))
    assert "Huître à perle" in text
    assert "Gagne la manche si la mer est basse" in text


def test_boxes_layer_outline_labels_and_preferences(project: Project, lowtide: Game, tmp_path: Path) -> None:
    printed = build(project, lowtide, tmp_path, sides=Sides.DUPLEX_SHORT)
    faces = stamped_faces(printed.pdf, 3)
    with pikepdf.open(printed.pdf) as document:
        assert document.docinfo["/Title"] == "Marée basse"
        assert str(document.Root.Lang) == "fr"
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert [str(group.Name) for group in document.Root.OCProperties.OCGs] == ["Repères, plis et légendes"]
        assert str(document.Root.PageLabels.Nums[3].P) == "1 verso"
        with document.open_outline() as outline:
            assert [entry.title for entry in outline.root] == [
                "Coquillages", "Marées", "Pêcheur", "Galets", "Feuille de marque",
            ]  # fmt: skip
        page = document.pages[0]
        height = float(page.mediabox[3])
        on_page = [face for face in faces if face.page == 1]
        trim = [float(value) for value in page.obj.TrimBox]
        assert trim[0] * MM == pytest.approx(min(face.x for face in on_page), abs=0.01)
        assert (height - trim[3]) * MM == pytest.approx(min(face.y for face in on_page), abs=0.01)
        assert trim[2] * MM == pytest.approx(max(face.right for face in on_page), abs=0.01)
        bleed = [float(value) for value in page.obj.BleedBox]
        assert (trim[0] - bleed[0]) * MM == pytest.approx(3, abs=0.01)
        assert (bleed[3] - trim[3]) * MM == pytest.approx(3, abs=0.01)


def test_all_marks_and_words_of_the_rim_are_on_the_layer(project: Project, lowtide: Game, tmp_path: Path) -> None:
    """Switching the layer off leaves only faces."""
    printed = build(project, lowtide, tmp_path)
    with pikepdf.open(printed.pdf) as document:
        for page in document.pages:
            inside = False
            for instruction in pikepdf.parse_content_stream(page):
                operands, operator = instruction.operands, instruction.operator
                if str(operator) == "BDC" and str(operands[0]) == "/OC":
                    inside = True
                if str(operator) in ("Tj", "TJ", "S", "l", "c") and not inside:
                    pytest.fail(f"{operator} outside the layer")
        document.Root.OCProperties.D.OFF = document.Root.OCProperties.OCGs
        del document.Root.OCProperties.D["/ON"]
        document.save(tmp_path / "off.pdf")
    with_marks, without = (picture(pdf, 1, 120)[:42] for pdf in (printed.pdf, tmp_path / "off.pdf"))
    assert with_marks.min() < 128  # the label, in the uppermost 9 mm
    assert without.min() == 255


@pytest.mark.parametrize("sides", list(Sides))
def test_no_mark_is_inside_a_piece_and_rim_is_printed(
    project: Project, lowtide: Game, tmp_path: Path, sides: Sides
) -> None:
    """Seen in the picture: inside the cut, the sheet looks the same with the marks switched off."""
    printed = build(project, lowtide, tmp_path, sides=sides)
    with pikepdf.open(printed.pdf) as document:
        pages = len(document.pages)
        document.Root.OCProperties.D.OFF = document.Root.OCProperties.OCGs
        del document.Root.OCProperties.D["/ON"]
        document.save(tmp_path / "off.pdf")
    faces = stamped_faces(printed.pdf, 3)
    for page in range(1, pages + 1):
        change = np.abs(picture(printed.pdf, page, 100).astype(int) - picture(tmp_path / "off.pdf", page, 100)).max(
            axis=2
        )
        assert (change > 60).sum() > 100, "a sheet without marks or label"
        for face in (face for face in faces if face.page == page and face.piece not in ("fisher", "pebble")):
            box = [
                round(edge * 100 / 25.4) for edge in (face.x + 0.5, face.y + 0.5, face.right - 0.5, face.bottom - 0.5)
            ]
            assert change[box[1] : box[3], box[0] : box[2]].max() < 60


def test_every_page_names_its_sheet_and_has_a_ruler_of_50_mm(project: Project, lowtide: Game, tmp_path: Path) -> None:
    printed = build(project, lowtide, tmp_path, "letter")
    with pikepdf.open(printed.pdf) as document:
        pages = len(document.pages)
        for number, page in enumerate(document.pages, 1):
            text = " ".join(word for word, _, _ in words(printed.pdf, number))
            assert "Marée basse" in text
            assert f"planche {(number + 1) // 2} / {(pages + 1) // 2}" in text
            assert ("recto" if number % 2 else "verso") in text
            assert "imprimer à 100 %" in text
            assert "50 mm" in text
            points: list[tuple[float, float]] = []
            lengths = []
            for instruction in pikepdf.parse_content_stream(page):
                operands, operator = instruction.operands, instruction.operator
                if str(operator) in ("m", "l"):
                    points.append((float(operands[0]), float(operands[1])))
                if str(operator) == "l":
                    (x1, y1), (x2, y2) = points[-2:]
                    lengths.append(round(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 * MM, 3))
            assert 50.0 in lengths


def test_the_list_of_placements_says_what_is_on_the_paper(project: Project, lowtide: Game, tmp_path: Path) -> None:
    for sides in Sides:
        printed = build(project, lowtide, tmp_path, sides=sides)
        listed = json.loads(printed.placements.read_text("utf-8"))["placements"]
        found = stamped_faces(printed.pdf, 3)
        assert len(listed) == len(found)
        for entry, face in zip(listed, found, strict=True):
            assert (entry["piece"], entry["copy"], entry["page"], entry["side"]) == (
                face.piece, face.copy, face.page, face.side,
            )  # fmt: skip
            assert entry["rotation"] == face.rotation
            for key in ("x", "y", "width", "height"):
                assert entry[key] == pytest.approx(getattr(face, key), abs=0.01)


def test_the_same_input_gives_the_same_bytes_whatever_is_in_the_cache(
    project: Project, lowtide: Game, tmp_path: Path
) -> None:
    job = Job(Layout(parse_paper("a4")), Lang.EN, Ink.LOW)
    cold = print_game(project, lowtide.id, job, tmp_path / "a", Cache.disabled())
    warm = Cache(tmp_path / "cache")
    first = print_game(project, lowtide.id, job, tmp_path / "b", warm)
    again = print_game(project, lowtide.id, job, tmp_path / "c", warm)
    assert (cold.drawn, first.drawn, again.drawn) == (25, 25, 0)
    assert cold.pdf.read_bytes() == first.pdf.read_bytes() == again.pdf.read_bytes()
    assert cold.placements.read_bytes() == again.placements.read_bytes()
