"""Pages for a print shop: measured in the finished PDF."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

import pnp
from pnp.geometry.units import POINTS_PER_MM
from pnp.project.folders import Project
from tests.export.exported import PROJECT, exported
from tests.export.likeness import ALIKE, apart, drawn, faces, soft

SIZES = {"shells": (44, 68), "tides": (50, 50), "pebbles": (22, 22), "fisher": (25, 40), "leaf": (80, 120)}


def _boxes(page: pikepdf.Page) -> dict[str, list[float]]:
    names = ("MediaBox", "CropBox", "BleedBox", "TrimBox")
    return {name: [float(side) / POINTS_PER_MM for side in page.obj[f"/{name}"]] for name in names}


@pytest.mark.parametrize("deck", SIZES)
def test_boxes_are_right_to_a_hundredth_of_a_millimetre(deck: str) -> None:
    width, height = SIZES[deck]
    with pikepdf.open(exported("shop").folder / f"lowtide_{deck}_en.pdf") as pdf:
        for page in pdf.pages:
            boxes = _boxes(page)
            whole = [0, 0, width + 6, height + 6]
            for name in ("MediaBox", "CropBox", "BleedBox"):
                assert boxes[name] == pytest.approx(whole, abs=0.01)
            assert boxes["TrimBox"] == pytest.approx([3, 3, 3 + width, 3 + height], abs=0.01)


def test_a_page_for_each_side_of_each_piece_in_order() -> None:
    order = ["whelk"] * 4 + ["cockle"] * 4 + ["oyster"] * 5
    document = pypdfium2.PdfDocument(exported("shop").folder / "lowtide_shells_en.pdf")
    assert len(document) == 2 * len(order)
    names = {"whelk": "Whelk", "cockle": "Cockle", "oyster": "Pearl oyster"}
    for number, piece in enumerate(order):
        front, back = (document[2 * number + side].get_textpage().get_text_bounded() for side in (0, 1))
        assert names[piece] in front.replace("\r\n", " ")
        assert not back.strip()
    document.close()


def test_pages_look_as_faces_do() -> None:
    document = pypdfium2.PdfDocument(exported("shop").folder / "lowtide_tides_en.pdf")
    for number, (piece, side) in ((0, ("tide-1", "front")), (5, ("tide-3", "back"))):
        picture = document[number].render(scale=15.9999 / POINTS_PER_MM).to_pil()
        assert apart(soft(picture), drawn(faces("lowtide", PROJECT, 3)[piece, 1, side], picture.size, 16)) < ALIKE
    document.close()


def test_copies_share_what_they_show() -> None:
    with pikepdf.open(exported("shop").folder / "lowtide_shells_en.pdf") as pdf:
        shown = {page.obj.Resources.XObject.Face.objgen for page in pdf.pages}
    assert len(shown) == 4


def test_each_design_once(project: Project, tmp_path: Path) -> None:
    made = pnp.export_game(
        "lowtide", "shop", only=["shells"], options={"copies": "once"}, out=tmp_path, start=project.root
    )
    [file] = made.folder.glob("*.pdf")
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == 6


def test_a_product_that_lies_on_its_side(copied: Project, tmp_path: Path) -> None:
    (copied.root / "exports").mkdir()
    (copied.root / "exports/wide.toml").write_text(
        'title = "Wide"\nwriter = "pages"\nbleed = 3\nsafe = 0\nsequence = "back, front"\nfile = "{deck}"\n'
        '[[products]]\nname = "Wide card"\nsize = [136, 88]\n'
    )
    made = pnp.export_game("lowtide", "wide", only=["shells"], lang="en", out=tmp_path / "out", start=copied.root)
    assert any("drawn at 200% of the designed size" in notice for notice in made.notices)
    document = pypdfium2.PdfDocument(made.folder / "shells.pdf")
    page = document[1]
    assert (page.get_width() / POINTS_PER_MM, page.get_height() / POINTS_PER_MM) == pytest.approx((142, 94), abs=0.01)
    front = page.render(scale=4 / POINTS_PER_MM, rotation=270).to_pil()
    wanted = drawn(faces("lowtide", PROJECT, 3)["whelk", 1, "front"], front.size, 8)
    assert apart(soft(front), wanted) < ALIKE
    document.close()


def test_a_shop_is_informed_of_what_pages_do_not_show() -> None:
    told = "\n".join(exported("shop").notices)
    assert "Pebbles: cuts are not straight lines" in told
    assert "Fisher: front and back of one piece, without its feet" in told
    assert "Shells" not in told
