"""DriveThruCards: a PDF/X-1a:2003 a deck, its boxes, its order of pages, its inks."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream, String
from PIL import Image

import pnp
from pnp.errors import PnpError, PressError
from pnp.export import pdfx1a
from pnp.export.order import Exported
from pnp.export.pdfx1a import DCT, CmykImage, PdfXWriter, PressProfile, encode_jpeg
from pnp.geometry.units import Size
from pnp.project.folders import Project
from pnp.worker import supervisor
from tests.cli.command import Command
from tests.export.pdfx1a import breaches
from tests.export.press_icc import press_profile
from tests.shapes import write_shapes

MM = 72 / 25.4
CYAN, MAGENTA = (255, 0, 0, 0), (0, 255, 0, 0)
needs_ghostscript = pytest.mark.skipif(shutil.which("gs") is None, reason="inks are measured with Ghostscript (gs)")


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("icc") / "press.icc"
    path.write_bytes(press_profile())
    return path


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = write_shapes(tmp_path_factory.mktemp("dtc"), {"rounded": 3, "discs": 1})
    back = made.templates / "shapes" / "back.svg.j2"
    back.write_text("\n".join(line for line in back.read_text().splitlines() if "piece.id" not in line))
    return made


@pytest.fixture(scope="module")
def made(shapes: Project, profile: Path) -> Iterator[Exported]:
    """Three cards of 63 × 88 mm, and a disc that the shop does not make."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervisor, "USE_WORKERS", False)
        out = shapes.root / "out"
        yield pnp.export_game("shapes", "dtc", options={"icc": str(profile)}, out=out, start=shapes.root)


@pytest.fixture
def pdf(made: Exported) -> Path:
    return made.folder / "shapes_rounded_en.pdf"


def test_a_file_a_deck_and_what_is_not_made(made: Exported) -> None:
    assert {file.name for file in made.files} >= {"shapes_rounded_en.pdf", "how-to-upload.txt"}
    assert made.pieces == 3
    assert [(left.piece, left.count) for left in made.not_made] == [("discs-1", 1)]


def test_it_meets_every_requirement(pdf: Path) -> None:
    assert breaches(pdf) == []


def spoilt(pdf: Path, folder: Path, change: Callable[[pikepdf.Pdf], object], **how: object) -> Path:
    """A copy with something wrong, written as plainly as the original."""
    path = folder / "spoilt.pdf"
    with pikepdf.open(pdf) as document:
        change(document)
        document.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable, **how)  # type: ignore[arg-type]
    return path


def picture_of(document: pikepdf.Pdf) -> Stream:
    found = document.pages[0].Resources.XObject["/P"]
    assert isinstance(found, Stream)
    return found


def put(holder: object, key: str, value: object) -> None:
    holder[key] = value  # type: ignore[index]


def drop(holder: object, key: str) -> None:
    del holder[key]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "breach"),
    [
        (lambda pdf: drop(pdf.docinfo, "/GTS_PDFXVersion"), "GTS_PDFXVersion"),
        (lambda pdf: put(pdf.docinfo, "/Trapped", Name.Unknown), "Trapped"),
        (lambda pdf: drop(pdf.docinfo, "/ModDate"), "ModDate"),
        (lambda pdf: drop(pdf.docinfo, "/Title"), "Title"),
        (lambda pdf: drop(pdf.Root, "/OutputIntents"), "exactly one output intent"),
        (lambda pdf: drop(pdf.Root.OutputIntents[0], "/DestOutputProfile"), "DestOutputProfile"),
        (lambda pdf: drop(pdf.pages[0].obj, "/TrimBox"), "either TrimBox or ArtBox"),
        (lambda pdf: put(pdf.pages[1].obj, "/TrimBox", Array([-5, 0, 50, 50])), "TrimBox within BleedBox"),
        (lambda pdf: put(pdf.pages[0].obj, "/Group", Dictionary(S=Name.Transparency)), "no Group"),
        (lambda pdf: put(picture_of(pdf), "/SMask", picture_of(pdf)), "no SMask"),
        (lambda pdf: put(picture_of(pdf), "/ColorSpace", Name.DeviceRGB), "a picture in four inks"),
        (lambda pdf: put(pdf.Root, "/OCProperties", Dictionary()), "no OCProperties"),
        (lambda pdf: put(pdf.Root, "/OpenAction", Dictionary(S=Name.JavaScript, JS=String("0"))), "no OpenAction"),
        (lambda pdf: pdf.pages[0].contents_add(b"1 0 0 rg 0 0 9 9 re f"), "colours of four inks only"),
    ],
)
def test_a_requirement_that_is_not_met_is_noticed(
    pdf: Path, tmp_path: Path, change: Callable[[pikepdf.Pdf], object], breach: str
) -> None:
    assert any(breach in found for found in breaches(spoilt(pdf, tmp_path, change)))


def test_a_newer_file_is_noticed(pdf: Path, tmp_path: Path) -> None:
    with pikepdf.open(pdf) as document:
        document.save(tmp_path / "new.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert any("plain table of objects" in found for found in breaches(tmp_path / "new.pdf"))


def test_pages_have_the_shops_size_and_the_cut_in_the_middle(pdf: Path) -> None:
    with pikepdf.open(pdf) as document:
        for page in document.pages:
            media, bleed, trim = ([float(edge) / MM for edge in page.obj[key]] for key in BOXES)
            assert media == bleed == pytest.approx([0, 0, 2.73 * 25.4, 3.71 * 25.4], abs=0.01)
            assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([63, 88], abs=0.01)
            assert trim[0] + trim[2] == pytest.approx(media[2], abs=0.01)
            assert trim[1] + trim[3] == pytest.approx(media[3], abs=0.01)


BOXES = ("/MediaBox", "/BleedBox", "/TrimBox")


def test_backs_come_before_fronts_and_a_picture_is_stored_once(pdf: Path) -> None:
    with pikepdf.open(pdf) as document:
        shown = [page.Resources.XObject["/P"].objgen for page in document.pages]
        assert len(shown) == 6
        assert len({shown[0], shown[2], shown[4]}) == 1  # the back is the same
        assert len(set(shown)) == 4
        picture = document.pages[0].Resources.XObject["/P"]
        assert (int(picture.Width), int(picture.Height)) == (1638, 2226)


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes(
    made: Exported, shapes: Project, profile: Path, tmp_path: Path, here: None
) -> None:
    again = pnp.export_game(
        "shapes", "dtc", only=["rounded"], options={"icc": str(profile)}, out=tmp_path, start=shapes.root
    )
    [file] = again.folder.glob("*.pdf")
    assert file.read_bytes() == (made.folder / "shapes_rounded_en.pdf").read_bytes()


def ghostscript(pdf: Path, folder: Path, dpi: float) -> np.ndarray:
    """The four inks of each page, in percent: pages, rows, columns, inks."""
    subprocess.run(
        [
            "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", f"-r{dpi:g}",
            f"-sOutputFile={folder}/p%d.tif", str(pdf),
        ],
        check=True,
    )  # fmt: skip
    with pikepdf.open(pdf) as document:
        count = len(document.pages)
    names = ("Cyan", "Magenta", "Yellow", "Black")
    pages = [
        [255 - np.array(Image.open(folder / f"p{page}({name}).tif"), np.float64) for name in names]
        for page in range(1, count + 1)
    ]
    return np.moveaxis(np.array(pages), 1, -1) / 2.55


@needs_ghostscript
def test_ghostscript_measures_no_more_ink_than_the_limit(pdf: Path, tmp_path: Path) -> None:
    inks = ghostscript(pdf, tmp_path, 150)
    assert inks.shape == (6, 556, 409, 4)
    assert inks.sum(axis=-1).max() <= 240.01
    front = inks[1, 40, 40]
    assert front[2] > front[0]  # fronts are sand, backs sea
    back = inks[0, 40, 40]
    assert back[0] > back[2]


@needs_ghostscript
def test_a_jpeg_has_its_inks_the_right_way_round(tmp_path: Path) -> None:
    path = tmp_path / "jpeg.pdf"
    inks = np.zeros((64, 64, 4), np.uint8)
    inks[:32], inks[32:] = CYAN, MAGENTA
    with path.open("wb") as file, PdfXWriter(file, PressProfile("own", press_profile(), "Own"), "Two inks") as pdf:
        pdf.add_page(Size(20, 20), Size(15, 15), pdf.add_image(CmykImage(64, 64, DCT, encode_jpeg(inks))))
        pdf.add_page(Size(20, 20), Size(15, 15), None)
    assert breaches(path) == []
    first, white = ghostscript(path, tmp_path, 72)
    assert first[10, 20] == pytest.approx([100, 0, 0, 0], abs=3)
    assert first[-10, 20] == pytest.approx([0, 100, 0, 0], abs=3)
    assert white.max() == 0


def test_titles_in_other_letters() -> None:
    out = BytesIO()
    with PdfXWriter(out, PressProfile("own", press_profile(), "Own (v2)"), "Marée — 潮") as pdf:
        pdf.add_page(Size(20, 20), Size(15, 15), None)
    with pikepdf.open(BytesIO(out.getvalue())) as document:
        assert str(document.docinfo["/Title"]) == "Marée — 潮"
        assert str(document.Root.OutputIntents[0].Info) == "Own (v2)"


def test_without_a_profile_it_says_what_to_install(
    shapes: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pnp: Command
) -> None:
    monkeypatch.setattr(pdfx1a, "profile_folders", list)
    code, _, said = pnp("export", "dtc", "shapes", "--out", tmp_path, cwd=shapes.root)
    assert code == 1
    assert "apt install icc-profiles-free" in said
    assert not list(tmp_path.rglob("*.pdf"))


@pytest.mark.parametrize(
    ("option", "value", "found"),
    [
        ("black", "60,40,40", "--set black must be four percentages: C,M,Y,K, not "),
        ("black", "100,100,100,100", "--set black must use at most 240% of ink in total, not 400%"),
        ("black", "a,b,c,d", "four percentages: C,M,Y,K, not "),
        ("ink-limit", "900", "from 100 to 400"),
        ("icc", "/nowhere/press.icc", "/nowhere/press.icc cannot be read: "),
    ],
)
def test_options_that_cannot_be(
    shapes: Project, profile: Path, tmp_path: Path, option: str, value: str, found: str
) -> None:
    options = {"icc": str(profile), option: value}
    with pytest.raises(PnpError, match=found):
        pnp.export_game("shapes", "dtc", options=options, out=tmp_path, start=shapes.root)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), [("conquete", 56), ("cotcotcollec", 113), ("winston", 74), ("koko", 78)])
def test_no_piece_is_lost_on_the_way(game: str, count: int, profile: Path, tmp_path: Path) -> None:
    told = pnp.export_game(game, "dtc", options={"icc": str(profile)}, out=tmp_path, dry_run=True)
    assert told.pieces + sum(left.count for left in told.not_made) == count
    assert all(left.why for left in told.not_made)


def test_a_dry_run_writes_nothing(shapes: Project, profile: Path, tmp_path: Path) -> None:
    options = {"icc": str(profile)}
    told = pnp.export_game("shapes", "dtc", options=options, out=tmp_path, start=shapes.root, dry_run=True)
    assert "shapes_rounded_en.pdf" in {file.name for file in told.files}
    assert not list(tmp_path.iterdir())


def test_a_broken_profile_is_one_error(shapes: Project, tmp_path: Path, here: None) -> None:
    """A profile whose head is right and whose tables are not."""
    whole = press_profile()
    path = tmp_path / "broken.icc"
    path.write_bytes(whole[:400] + bytes(len(whole) - 400))
    with pytest.raises(PressError, match=r"broken\.icc is a damaged colour profile: "):
        pnp.export_game("shapes", "dtc", options={"icc": str(path)}, out=tmp_path, start=shapes.root)
