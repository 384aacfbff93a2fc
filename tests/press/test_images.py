"""Pictures in sheets: printed as their files have them, each once, streamed, and never kept twice."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms

from pnp.audit.audit import audit_file
from pnp.audit.looks import Picture
from pnp.audit.reference_print import ReferenceFaces
from pnp.errors import PressError, RenderError
from pnp.face.face import Face
from pnp.face.render import FaceRenderer
from pnp.library.faces import render_faces, write_faces
from pnp.pictures import encode
from pnp.pictures.embedded import EmbeddedImage
from pnp.pictures.formats import png_chunks
from pnp.press import document, ink
from pnp.press.drawn import DesignSide
from pnp.press.images import PdfImageMaker
from pnp.press.job import Job, Printed, RendererName
from pnp.press.print import print_game
from pnp.press.renderer import faces_to_chunk, find_renderer
from pnp.press.seal import PICTURE
from pnp.project.folders import Project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.load import load_game
from pnp.store import cache as caching
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.finished import GREEN, RED, folder

FRONT = (
    '{% extends "face.svg.j2" %}{% block body %}'
    '{{ image(piece.art, -bleed, -bleed, w + 2 * bleed, h + 2 * bleed, fit="cover") }}'
    "{{ text(piece.title, 8, 70, w - 16, 10, size=4) }}{% endblock %}"
)
JOB = Job(Layout(parse_paper("a4"), Sides.FRONTS), Lang.EN)
WIDE, HIGH = 300, 420


def noise(seed: int, width: int = WIDE, height: int = HIGH) -> Image.Image:
    """A picture like no other, with colours in large patches."""
    dots = np.random.default_rng(seed)
    patches = Image.fromarray(dots.integers(0, 256, (6, 4, 3), dtype=np.uint8)).resize((width, height))
    return Image.fromarray((np.asarray(patches) // 2 + dots.integers(0, 64, (height, width, 3))).astype(np.uint8))


def gallery(root: Path, pictures: list[str], front: str = FRONT) -> Project:
    """A game `arty` with a card for each name of a picture, which may be named twice."""
    game, templates = root / "components" / "arty", root / "templates" / "arty"
    (game / "art").mkdir(parents=True, exist_ok=True)
    templates.mkdir(parents=True, exist_ok=True)
    table = 'title = "Arty"\n[decks.cards]\nsize = "poker"\ntable = "cards.csv"\nfront = "front.svg.j2"\n'
    (game / "game.toml").write_text(table, "utf-8")
    rows = "".join(f"c{number},Card {number},art/{name}\n" for number, name in enumerate(pictures))
    (game / "cards.csv").write_text(f"id,title,art\n{rows}", "utf-8")
    (templates / "front.svg.j2").write_text(front, "utf-8")
    return Project(root)


def art(project: Project, name: str) -> Path:
    return project.components / "arty" / "art" / name


def face_of(project: Project, number: int = 0, bleed: float = 3) -> Face:
    game = load_game(project, "arty")
    deck = game.decks["cards"]
    return FaceRenderer(project, game, Lang.EN, Ink.FULL, bleed).render(deck, deck.designs[number], Side.FRONT)


def images(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and PICTURE in each]


def printed(project: Project, out: Path, cache: Cache, job: Job = JOB) -> Printed:
    return print_game(project, "arty", job, out, cache)


def packed(path: Path) -> bytes:
    """The data of a PNG as it is packed."""
    content = path.read_bytes()
    spans = [(at, length) for kind, at, length in png_chunks(content) if kind == b"IDAT"]
    return b"".join(content[at : at + length] for at, length in spans)


@pytest.mark.usefixtures("here")
def test_every_picture_is_in_the_file_once_and_as_its_own_file_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "PICTURE_CHUNK_SIZE", 2)  # so that one picture is in several chunks
    project = gallery(tmp_path, ["a.png", "b.jpg", "a.png", "same.png", "a.png"])
    noise(1).save(art(project, "a.png"))
    noise(2).save(art(project, "b.jpg"))
    shutil.copyfile(art(project, "a.png"), art(project, "same.png"))
    with pikepdf.open(printed(project, tmp_path / "out", Cache(tmp_path / "cache")).pdf) as pdf:
        found = {str(image.Filter): image.read_raw_bytes() for image in images(pdf)}
        assert len(images(pdf)) == 2
    assert found["/DCTDecode"] == art(project, "b.jpg").read_bytes()
    assert found["/FlateDecode"] == packed(art(project, "a.png"))


@pytest.mark.usefixtures("here")
def test_one_changed_word_on_a_card_with_a_picture_draws_few_others_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "PICTURE_CHUNK_SIZE", 2)
    together: list[int] = []

    def counted(faces: list[Face], renderer: RendererName) -> bytes:
        together.append(len(faces))
        return faces_to_chunk(faces, renderer)

    monkeypatch.setattr(document, "faces_to_chunk", counted)
    project = gallery(tmp_path, ["a.png", "b.png", "c.png", "d.png", "e.png"])
    for number, name in enumerate("abcde"):
        noise(number).save(art(project, f"{name}.png"))
    cache = Cache(tmp_path / "cache")
    printed(project, tmp_path / "out", cache)
    assert max(together) == 2
    together.clear()
    table = project.components / "arty" / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("Card 4", "Another"), "utf-8")
    printed(project, tmp_path / "out", cache)
    assert len(together) == 1


def profile(name: str) -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes()  # type: ignore[arg-type]


def sixteen(path: Path) -> None:
    Image.fromarray(np.asarray(noise(3).convert("L")).astype(np.uint16) * 257).save(path)


def clear_colour(path: Path) -> None:
    made = noise(3).quantize(16)
    made.save(path, transparency=3)


def held_sideways(path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    noise(3, HIGH, WIDE).save(path, exif=exif)


def interlaced(path: Path) -> None:
    """A PNG in seven passes: Pillow writes none, so it is made of bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    drawn = np.asarray(noise(3))
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    rows = [row for x, y, right, down in passes for row in drawn[y::down, x::right]]
    dots = b"".join(b"\0" + row.tobytes() for row in rows)
    head = struct.pack(">2I5B", WIDE, HIGH, 8, 2, 0, 0, 1)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(dots)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + parts)


def translucent(path: Path) -> None:
    made = noise(3).convert("RGBA")
    made.putalpha(Image.linear_gradient("L").resize(made.size))
    made.save(path)


MADE: dict[str, tuple[Callable[[Path], object], bool]] = {
    "rgb.png": (lambda path: noise(3).save(path), True),
    "grey.png": (lambda path: noise(3).convert("L").save(path), True),
    "palette.png": (lambda path: noise(3).quantize(200).save(path), True),
    "four.png": (lambda path: noise(3).quantize(12).save(path, bits=4), True),
    "plain.jpg": (lambda path: noise(3).save(path), True),
    "grey.jpg": (lambda path: noise(3).convert("L").save(path), True),
    "sideways.jpg": (held_sideways, True),
    "srgb.png": (lambda path: noise(3).save(path, icc_profile=profile("sRGB")), True),
    "lab.jpg": (lambda path: noise(3).save(path, icc_profile=_wide()), False),
    "interlaced.png": (interlaced, False),
    "clear.png": (clear_colour, False),
    "alpha.png": (translucent, False),
    "sixteen.png": (sixteen, False),
    "inks.jpg": (lambda path: noise(3).convert("CMYK").save(path), False),
    "web.webp": (lambda path: noise(3).save(path), False),
}


def _wide() -> bytes:
    """A profile of other colours than a screen's: that of sRGB under another name, with red and blue exchanged."""
    made = bytearray(profile("sRGB"))
    tags = {bytes(made[132 + 12 * n :][:4]): 132 + 12 * n for n in range(int.from_bytes(made[128:132]))}
    red, blue = tags[b"rXYZ"], tags[b"bXYZ"]
    made[red + 4 : red + 12], made[blue + 4 : blue + 12] = made[blue + 4 : blue + 12], made[red + 4 : red + 12]
    return bytes(made).replace(b"sRGB", b"sBGR").replace("sRGB".encode("utf-16-be"), "sBGR".encode("utf-16-be"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", MADE)
def test_a_picture_looks_the_same_in_pdf_png_and_svg(tmp_path: Path, name: str) -> None:
    make, as_it_is = MADE[name]
    project = gallery(tmp_path, [name])
    make(art(project, name))
    face = face_of(project)
    assert (face.pictures[0].packing is not None) is as_it_is
    typst, cairo = find_renderer(RendererName.TYPST), find_renderer(RendererName.CAIROSVG)
    page = pypdfium2.PdfDocument(typst.to_pdf([face]))[0].render(scale=2).to_pil()
    pictures = [page, *(Image.open(BytesIO(each.to_png([face], 144)[0])) for each in (typst, cairo))]
    seen = [np.asarray(each.convert("RGB").resize((23, 31), Image.Resampling.BOX)).astype(int) for each in pictures]
    assert seen[0].std() > 5
    for other in seen[1:]:
        assert np.abs(seen[0] - other).max() < 26
        assert np.abs(seen[0] - other).mean() < 4


def test_a_picture_held_sideways_lies_upright(tmp_path: Path) -> None:
    project = gallery(tmp_path, ["a.jpg"])
    made = Image.new("RGB", (HIGH, WIDE), "#22aa44")
    made.paste("#cc2222", (0, 0, 80, WIDE))  # the left edge is the upper one when the camera is upright again
    exif = Image.Exif()
    exif[0x0112] = 6
    made.save(art(project, "a.jpg"), exif=exif)
    page = pypdfium2.PdfDocument(find_renderer(RendererName.TYPST).to_pdf([face_of(project)]))[0]
    shown = page.render(scale=1).to_pil().convert("RGB")
    above, below = shown.getpixel((100, 15)), shown.getpixel((100, 200))
    assert above[0] > 150 > above[1]
    assert below[1] > 120 > below[0]


def test_a_picture_under_a_filter_is_really_drawn(tmp_path: Path) -> None:
    """typst makes other dots of it; a stand-in would be blurred instead."""
    blur = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    plain = '{{ image(piece.art, 4, 4, 55, 40, fit="cover") }}'
    body = f'{blur}<g filter="url(#f)">{plain}</g>'
    front = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    project = gallery(tmp_path, ["a.png"], front)
    noise(5).save(art(project, "a.png"))
    renderer, face = find_renderer(RendererName.TYPST), face_of(project)
    with pikepdf.open(BytesIO(renderer.to_chunk([face]))) as pdf:
        assert images(pdf) == []
    shown = pypdfium2.PdfDocument(renderer.to_pdf([face]))[0].render(scale=2).to_pil().convert("RGB")
    wanted = Image.open(BytesIO(renderer.to_png([face], 144)[0])).convert("RGB").resize(shown.size)
    assert np.abs(np.asarray(shown).astype(int) - np.asarray(wanted)).mean() < 3
    aside = front.replace(body, f'{blur}<rect width="9" height="9" filter="url(#f)"/>{plain}')
    with pikepdf.open(BytesIO(renderer.to_chunk([face_of(gallery(tmp_path, ["a.png"], aside))]))) as pdf:
        assert len(images(pdf)) == 1


def test_a_face_of_the_library_has_its_picture(tmp_path: Path) -> None:
    project = gallery(tmp_path, ["a.jpg"])
    noise(1).save(art(project, "a.jpg"))
    [drawn] = render_faces("arty", start=tmp_path)
    assert b64encode(art(project, "a.jpg").read_bytes()).decode()[-400:] in drawn.svg
    [file] = write_faces([drawn], tmp_path / "faces", "full")
    assert file.read_text("utf-8") == drawn.svg


def test_the_same_bytes_come_from_the_cache_and_without_one(tmp_path: Path) -> None:
    project = gallery(tmp_path, ["a.png", "b.png"])
    noise(1).save(art(project, "a.png"))
    translucent(art(project, "b.png"))
    cache = Cache(tmp_path / "cache")
    first = printed(project, tmp_path / "out", cache)
    content = first.pdf.read_bytes()
    assert first.size_bytes == len(content)
    again = printed(project, tmp_path / "out", cache)
    assert (again.drawn, again.pdf.read_bytes()) == (0, content)
    assert printed(project, tmp_path / "other", Cache.disabled()).pdf.read_bytes() == content


def test_one_word_draws_one_card_and_the_cache_holds_no_pictures(tmp_path: Path) -> None:
    project = gallery(tmp_path, [f"{number}.png" for number in range(6)])
    for number in range(6):
        noise(number).save(art(project, f"{number}.png"))
    cache = Cache(tmp_path / "cache")
    assert printed(project, tmp_path / "out", cache).drawn == 6
    table = project.components / "arty" / "cards.csv"
    table.write_text(table.read_text("utf-8").replace("Card 3", "Card three"), "utf-8")
    assert printed(project, tmp_path / "out", cache).drawn == 1
    kept = [path.stat().st_size for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert sum(kept) < art(project, "0.png").stat().st_size


def test_an_unchanged_file_is_not_written_again_and_a_changed_one_is(tmp_path: Path) -> None:
    project, cache = gallery(tmp_path, ["a.png"]), Cache(tmp_path / "cache")
    noise(1).save(art(project, "a.png"))
    path = printed(project, tmp_path / "out", cache).pdf
    whole, state = path.read_bytes(), path.stat()
    assert printed(project, tmp_path / "out", cache).size_bytes == len(whole)
    assert path.stat() == state
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    path.write_bytes(changed)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    printed(project, tmp_path / "out", cache)
    assert path.read_bytes() == whole
    path.unlink()
    printed(project, tmp_path / "out", cache)
    assert path.read_bytes() == whole


def test_what_was_packed_again_and_is_gone_from_the_cache_is_made_again(tmp_path: Path) -> None:
    project = gallery(tmp_path, ["a.png"])
    translucent(art(project, "a.png"))
    cache = Cache(tmp_path / "cache")
    content = printed(project, tmp_path / "out", cache).pdf.read_bytes()
    gone = list((tmp_path / "cache").rglob("*-mask"))
    assert gone
    for path in gone:
        path.unlink()
    assert printed(project, tmp_path / "out", cache).pdf.read_bytes() == content


@pytest.mark.usefixtures("here")
def test_a_picture_that_changes_while_it_is_printed_leaves_the_earlier_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = gallery(tmp_path, ["a.png"])
    noise(1).save(art(project, "a.png"))
    first = printed(project, tmp_path / "out", Cache(tmp_path / "cache"))
    content = first.pdf.read_bytes()
    noise(2).save(art(project, "a.png"))
    real = PdfImageMaker.make

    def slow(maker: PdfImageMaker, picture: object) -> object:
        made = real(maker, picture)  # type: ignore[arg-type]
        noise(3).save(art(project, "a.png"))
        return made

    monkeypatch.setattr(PdfImageMaker, "make", slow)
    with pytest.raises(PressError, match="has changed since the build started"):
        printed(project, tmp_path / "out", Cache(tmp_path / "cache"))
    assert first.pdf.read_bytes() == content
    assert [path.name for path in first.pdf.parent.iterdir() if path.name.startswith(".")] == []


BUILD = """
import resource, sys
from pathlib import Path
from tests.press.test_images import JOB, printed
from pnp.store.cache import Cache
from pnp.project.folders import Project
root = Path(sys.argv[1])
made = printed(Project(root), root / "out", Cache(root / "cache"))
print(made.size_bytes, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1000)
"""


@pytest.mark.slow
def test_a_file_that_is_larger_than_the_memory_it_takes(tmp_path: Path) -> None:
    """Pictures stream into it: the memory that a build takes does not depend on them."""
    peaks = []
    for count in (2, 70):
        root = tmp_path / str(count)
        project = gallery(root, [f"{number}.png" for number in range(count)])
        for number in range(count):
            dots = np.random.default_rng(number).integers(0, 256, (1000, 1000, 3), dtype=np.uint8)
            Image.fromarray(dots).save(art(project, f"{number}.png"), compress_level=0)
        done = subprocess.run(
            [sys.executable, "-c", BUILD, str(root)], check=False, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        size, peak = map(int, done.stdout.split())
        peaks.append(peak)
        shutil.rmtree(root)
    assert size > 200_000_000
    assert peaks[1] - peaks[0] < 40_000_000


def test_the_cache_makes_room_for_a_large_job_and_forgets_what_was_used_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching, "MAX_CACHE_SIZE", 4_000)
    for name in "abcdefgh":
        Cache(tmp_path).put(name * 8, bytes(900))
    assert 3 <= sum(Cache(tmp_path).has(name * 8) for name in "abcdefgh") <= 5
    job = Cache(tmp_path)
    for name in "ijklmnop":
        job.put(name * 8, bytes(900))
    Cache(tmp_path).put("q" * 8, bytes(900))
    assert all(Cache(tmp_path).has(name * 8) for name in "ijklmnop")


@pytest.fixture(scope="module")
def backed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Path, Cache]:
    """Cards over one background, printed."""
    root = tmp_path_factory.mktemp("backed")
    project = gallery(root, ["back.png"] * 9 + ["other.png"])
    for number, name in enumerate(("back.png", "other.png")):
        noise(number, 750, 1050).save(art(project, name))
    cache = Cache(root / "cache")
    return project, printed(project, root / "out", cache).pdf, cache


def test_cards_over_one_background_pass_the_audit(backed: tuple[Project, Path, Cache], tmp_path: Path) -> None:
    project, pdf, _ = backed
    assert audit_file(pdf, project.root).findings == []
    with pikepdf.open(pdf) as opened:
        assert len(images(opened)) == 2
        opened.save(tmp_path / "again.pdf")  # a file that was only saved again is the same
    assert audit_file(tmp_path / "again.pdf", project.root).findings == []


def test_a_doubtful_face_is_laid_where_it_was_found_and_looked_at_again(
    backed: tuple[Project, Path, Cache], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dots fall on other pixels when a picture is moved by part of one; a swapped picture stays another."""
    project, pdf, _ = backed
    real, doubts = ReferenceFaces.picture, []

    def moved(originals: ReferenceFaces, side: DesignSide) -> Picture | None:
        doubts.append(side)
        seen = real(originals, side)
        return None if seen is None else seen._replace(pixels=np.roll(seen.pixels, 9, (0, 1)))

    monkeypatch.setattr(ReferenceFaces, "picture", moved)
    monkeypatch.setattr("pnp.audit.audit.compare_pages", lambda *_: set())  # all pages are to be looked at
    assert audit_file(pdf, project.root).findings == []
    assert len(doubts) == 10


def test_a_swapped_picture_is_found(backed: tuple[Project, Path, Cache], tmp_path: Path) -> None:
    """Each picture still says the hash of the dots that it had."""
    project, pdf, _ = backed
    file = tmp_path / "swapped.pdf"
    with pikepdf.open(pdf) as opened:
        first, second = images(opened)
        dots = second.read_raw_bytes()
        first.write(
            dots, filter=pikepdf.Name.FlateDecode, decode_parms=pikepdf.Dictionary(dict(second.DecodeParms.items()))
        )
        opened.save(file)
    texts = [finding.text for finding in audit_file(file, project.root).findings]
    assert sum("does not look as the game draws it" in text for text in texts) in (1, 9)
    assert any("the page does not look like the game's page" in text for text in texts)


@pytest.mark.slow
def test_dots_that_are_unpacked_otherwise_are_found(backed: tuple[Project, Path, Cache], tmp_path: Path) -> None:
    """The bytes of a picture are the true ones, and it shows something else."""
    project, pdf, _ = backed
    file = tmp_path / "slanted.pdf"
    with pikepdf.open(pdf) as opened:
        image = images(opened)[0]
        wrong = pikepdf.Dictionary(dict(image.DecodeParms.items()) | {"/Predictor": 1})
        image.write(image.read_raw_bytes(), filter=pikepdf.Name.FlateDecode, decode_parms=wrong)
        opened.save(file)
    texts = [finding.text for finding in audit_file(file, project.root).findings]
    assert any("does not look as the game draws it" in text for text in texts)


def test_dots_that_were_packed_again_pass(backed: tuple[Project, Path, Cache], tmp_path: Path) -> None:
    """As qpdf does: their hash is another one, and they are the same dots."""
    project, pdf, _ = backed
    file = tmp_path / "packed.pdf"
    with pikepdf.open(pdf) as opened:
        before = [image.read_raw_bytes() for image in images(opened)]
        opened.save(file, recompress_flate=True)
    with pikepdf.open(file) as opened:
        assert all(image.read_raw_bytes() not in before for image in images(opened))
    report = audit_file(file, project.root)
    assert report.findings == []
    assert report.notes == []


def test_one_dot_that_was_changed_is_found(backed: tuple[Project, Path, Cache], tmp_path: Path) -> None:
    """By so little that nobody can see it."""
    project, pdf, _ = backed
    file = tmp_path / "dot.pdf"
    with pikepdf.open(pdf) as opened:
        image = images(opened)[0]
        dots = bytearray(image.read_bytes())
        dots[50_000] ^= 1
        image.write(bytes(dots))
        opened.save(file)
    texts = [finding.text for finding in audit_file(file, project.root).findings]
    assert any("uses something that the game's page does not: a font, a picture" in text for text in texts)


@pytest.mark.slow
def test_shrunk_pictures_have_fewer_dots_a_file_of_their_own_and_pass_the_audit(tmp_path: Path) -> None:
    project = gallery(tmp_path, ["a.png", "b.jpg", "small.png"])
    noise(1, 1500, 2100).save(art(project, "a.png"))
    noise(2, 1500, 2100).save(art(project, "b.jpg"))
    noise(3, 300, 420).save(art(project, "small.png"))
    cache = Cache(tmp_path / "cache")
    whole = printed(project, tmp_path / "out", cache)
    small = printed(project, tmp_path / "out", cache, replace(JOB, max_dpi=200))
    assert small.pdf.name == "arty_en_a4_full_fronts_200dpi.pdf"
    assert small.size_bytes < whole.size_bytes / 4
    with pikepdf.open(small.pdf) as pdf:
        assert sorted(int(image.Width) for image in images(pdf)) == [300, 544, 544]
    report = audit_file(small.pdf, project.root)
    assert [finding.text for finding in report.findings] == [
        "a picture on c2 has only 110 dpi"
    ]  # which no shrinking made
    assert small.coarse == whole.coarse == {"art/small.png": 110}


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp"])
@pytest.mark.parametrize("kept", [0.6, 200])
def test_a_damaged_picture_is_named(tmp_path: Path, name: str, kept: float) -> None:
    project = gallery(tmp_path, [name])
    noise(1).save(art(project, name))
    content = art(project, name).read_bytes()
    art(project, name).write_bytes(content[: int(kept * len(content)) if kept < 1 else int(kept)])
    said = (
        rf'arty: c0 \(front\): the picture cannot be read: "art/{name}": .+ \[E0503\]\n'
        "  hint: save it again as a PNG, JPEG or WebP"
    )
    with pytest.raises(RenderError, match=said) as caught:
        printed(project, tmp_path / "out", Cache.disabled())
    where = caught.value.problems[0].where
    assert (where.game, where.piece, where.side) == ("arty", "c0", "front")


def test_a_png_with_one_wrong_byte_is_named(tmp_path: Path) -> None:
    project = gallery(tmp_path, ["a.png"])
    noise(1).save(art(project, "a.png"))
    content = bytearray(art(project, "a.png").read_bytes())
    content[len(content) // 2] ^= 1
    art(project, "a.png").write_bytes(content)
    with pytest.raises(RenderError, match="its checksum is wrong"):
        printed(project, tmp_path / "out", Cache.disabled())


@pytest.mark.usefixtures("here")
def test_a_picture_is_opened_once_for_all_that_bleeds_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(tmp_path, files=[("dragon.png", RED), ("3x_goblin.jpg", GREEN)])
    opened: Counter[str] = Counter()
    for module, name in ((encode, "_picture"), (ink, "_mean_colour")):
        look: Callable[[EmbeddedImage], object] = getattr(module, name)
        monkeypatch.setattr(module, name, lambda picture, look=look: (opened.update([picture.file]), look(picture))[1])
    print_game(Project(tmp_path), "zoo", JOB, tmp_path / "output", Cache.disabled())
    assert opened == {"monsters/dragon.png": 2, "monsters/3x_goblin.jpg": 2}, "for its strips, and for its ink"
