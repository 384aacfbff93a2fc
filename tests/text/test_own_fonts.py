"""Fonts of a project: found, named, chosen, embedded; what is broken, forbidden or lying is refused in a line."""

from __future__ import annotations

import json
import re
import shutil
import tracemalloc
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pikepdf
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

import pnp
from pnp.errors import Location, PnpError, RenderError, SpecError
from pnp.face.face import Face
from pnp.face.faces import FaceCache
from pnp.face.render import FaceRenderer
from pnp.face.svg_check import check_svg
from pnp.geometry.outline import rectangle
from pnp.geometry.units import Size
from pnp.press.contact_sheet import ContactFace, contact_sheet
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import Project, fonts_hash
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from pnp.text.font_files import read_styles
from pnp.text.font_set import FontSet, ProjectFont
from pnp.text.fonts import lacks_glyph, text_width
from pnp.text.text_box import TextBox, set_text
from tests.own_fonts import JAPANESE, LATIN, swelling_woff2, write_collection, write_font, write_swollen

CARD = Location(piece="card")
TTF = Location("fonts/t.ttf")
TEXT = '{{{{ text("{0}", 2, 2, 40, 40, size=4, font={1}) }}}}'


def project_of(folder: Path) -> Project:
    shutil.copytree(Path(__file__).parents[1] / "sample", folder, dirs_exist_ok=True)
    return Project(folder)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return project_of(tmp_path / "game")


def draw(project: Project, body: str) -> Face:
    """The face of a shell whose template has this body."""
    whole = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    (project.templates / "lowtide" / "shell.svg.j2").write_text(whole, "utf-8")
    game = load_game(project, "lowtide")
    deck, design = next((deck, design) for deck, design in game.designs() if design.id == "whelk")
    return FaceRenderer(project, game, Lang.FR, Ink.FULL, 0).render(deck, design, Side.FRONT)


def text(words: str, font: str) -> str:
    return TEXT.format(words, font)


def embedded(pdf: bytes) -> dict[str, int]:
    """The fonts in a PDF with the sizes of their embedded files."""
    found = {}
    with pikepdf.open(BytesIO(pdf)) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                files = [thing[f"/FontFile{kind}"] for kind in ("2", "3") if f"/FontFile{kind}" in thing]
                assert files, "a font that is not in the file"
                found[str(thing.FontName).rpartition("+")[2].removesuffix("-pnp")] = len(files[0].read_bytes())
    return found


def to_pdf(face: Face) -> bytes:
    return find_renderer(RendererName.TYPST).to_pdf([face])


def ink(face: Face, renderer: RendererName = RendererName.TYPST) -> np.ndarray:
    """Where a face is dark."""
    [png] = find_renderer(renderer).to_png([face], 200)
    return np.asarray(Image.open(BytesIO(png)).convert("L")) < 128


def test_a_font_in_the_project_is_embedded_and_subset(project: Project) -> None:
    path = write_font(project.root / "fonts" / "sub" / "t.ttf", "Tide Title", LATIN + JAPANESE)
    fonts = embedded(to_pdf(draw(project, text("Sea", '"Tide Title"'))))
    assert list(fonts) == ["TideTitle-Regular"]
    assert fonts["TideTitle-Regular"] < path.stat().st_size / 2, "only the letters that are used"


@pytest.mark.parametrize("family", ["Sea Condensed", "Bold Display", "Sea & <Sand>", "Mer d'été", "海"])
def test_any_name_is_found_by_both_renderers(project: Project, family: str) -> None:
    write_font(project.root / "fonts" / "t.otf", family, LATIN)
    face = draw(project, f"{{% set f = {family!r} %}}{text('SEA', 'f')}")
    first, second = ink(face), ink(face, RendererName.CAIROSVG)
    assert first.sum() > 500, "boxes as wide as letters"
    assert (first & second).sum() > 0.9 * first.sum()


@pytest.mark.parametrize("flavour", [None, "woff", "woff2"])
def test_packed_fonts_give_the_same_letters(project: Project, flavour: str | None) -> None:
    write_font(project.root / "fonts" / f"t.{flavour or 'ttf'}", "Tide", LATIN, widths={"W": 930}, flavour=flavour)
    [font] = FontSet.for_project(project).project_fonts
    assert text_width("W", font) == 0.93
    assert (font.family, font.style) == ("Tide", "regular")
    assert "Tide-Regular" in embedded(to_pdf(draw(project, text("WAW", '"Tide"'))))


def test_a_variable_font_gives_a_regular_and_a_bold_cut(project: Project) -> None:
    write_font(project.root / "fonts" / "t.ttf", "Tide Variable", LATIN, variable=True)
    cuts = {font.style: font for font in FontSet.for_project(project).project_fonts}
    assert list(cuts) == ["regular", "bold"]
    assert {font.family for font in cuts.values()} == {"Tide"}
    assert text_width("A", cuts["regular"]) == pytest.approx(0.62, abs=0.002), "400 between 300 and 800"
    assert text_width("A", cuts["bold"]) == pytest.approx(0.68, abs=0.002)
    assert "fvar" not in TTFont(BytesIO(cuts["bold"].content))
    fonts = embedded(to_pdf(draw(project, text("A **B**", '"Tide"'))))
    assert set(fonts) == {"Tide-Regular", "Tide-Bold"}


def test_of_several_cuts_the_one_nearest_to_the_usual_weight_is_taken(project: Project) -> None:
    for weight, width in ((300, 301), (400, 401), (500, 501), (600, 601), (700, 701), (900, 901)):
        path = write_font(
            project.root / "fonts" / f"{weight}.ttf", "Tide", "A", bold=weight >= 600, widths={"A": width}
        )
        font = TTFont(path)
        font["OS/2"].usWeightClass = weight
        font.save(path)
    assert [text_width("A", font) for font in FontSet.for_project(project).project_fonts] == [0.401, 0.701]


def test_every_font_of_a_collection_is_known(project: Project, tmp_path: Path) -> None:
    fonts = [write_font(tmp_path / f"{name}.ttf", name, LATIN) for name in ("One", "Two")]
    (project.root / "fonts").mkdir()
    write_collection(project.root / "fonts" / "both.ttc", *fonts)
    assert FontSet.for_project(project).project_families == ["One", "Two"]
    assert "Two-Regular" in embedded(to_pdf(draw(project, text("Sea", '"Two"'))))


def test_a_font_without_a_name_has_that_of_its_file(project: Project) -> None:
    write_font(project.root / "fonts" / "Nameless.ttf", "", LATIN)
    assert FontSet.for_project(project).project_families == ["Nameless"]


def test_a_family_of_the_project_hides_ours_of_the_same_name(project: Project) -> None:
    write_font(project.root / "fonts" / "t.ttf", "Fredoka One", LATIN, widths={"A": 777})
    found = FontSet.for_project(project).find("Fredoka One")
    assert isinstance(found, ProjectFont)
    assert text_width("A", found) == 0.777


def test_errors_list_what_is_there(project: Project) -> None:
    write_font(project.root / "fonts" / "t.ttf", "Tide Title", LATIN)
    (project.root / "fonts" / "bad.ttf").write_bytes(b"PK\3\4 something packed")
    with pytest.raises(RenderError) as caught:
        draw(project, text("Sea", '"Tide Titel"'))
    said = str(caught.value)
    assert 'whelk (front): there is no font "Tide Titel" [E0515]' in said
    assert 'did you mean "Tide Title"? known: Tide Title, Source Sans Pro, Fredoka One' in said
    assert "; fonts/bad.ttf must be a TTF, OTF, WOFF or WOFF2 font, not a ZIP archive" in said
    with pytest.raises(
        RenderError,
        match=r"the font Tide Title has no bold style \[E0515\]\n  hint: it has regular; put the bold",
    ):
        draw(project, text("**Sea**", '"Tide Title"'))


def test_a_missing_letter_names_the_font_that_has_it(project: Project) -> None:
    write_font(project.root / "fonts" / "t.ttf", "Tide JP", "山")
    with pytest.raises(RenderError) as caught:
        draw(project, text("A 山", '"Source Sans Pro"'))
    assert 'Tide JP has it: font=["Source Sans Pro", "Tide JP"]' in str(caught.value)
    with pytest.raises(RenderError, match=r'missing from Source Sans Pro and Tide JP: "川" \(U\+5DDD\) in "山川"'):
        draw(project, text("山川", '["Source Sans Pro", "Tide JP"]'))


def test_a_letter_that_is_there_and_empty_counts_as_missing(project: Project) -> None:
    write_font(project.root / "fonts" / "t.ttf", "Tide", "AB ", empty="B")
    [font] = FontSet.for_project(project).project_fonts
    assert [lacks_glyph(letter, font) for letter in "AB "] == [False, True, False]
    with pytest.raises(RenderError, match=r'a character is missing from Tide: "B" \(U\+0042\) in "AB"'):
        draw(project, text("AB", '"Tide"'))


def test_each_letter_is_set_in_the_first_family_of_the_list_that_has_it(project: Project) -> None:
    write_font(project.root / "fonts" / "a.ttf", "First", "AB ")
    write_font(project.root / "fonts" / "b.ttf", "Second", "BCD ")
    svg = draw(project, text("ABCAD", '["First", "Second"]')).svg
    found = re.findall(r'<tspan x="([\d.]+)" font-family="(\w+)">(\w+)<', svg)
    assert [(family, letters) for _, family, letters in found] == [
        ("First", "AB"), ("Second", "C"), ("First", "A"), ("Second", "D"),
    ]  # fmt: skip
    assert [float(x) for x, *_ in found] == pytest.approx([2, 2 + 4.8, 2 + 7.2, 2 + 9.6])


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_a_list_in_raw_svg_is_a_chain_too(project: Project, anchor: str) -> None:
    write_font(project.root / "fonts" / "a.ttf", "First", "AB ")
    write_font(project.root / "fonts" / "b.ttf", "Second Bold", "BCD ", widths={"C": 1000})
    raw = f'<text x="20" y="20" text-anchor="{anchor}" font-size="4" font-family="First, \'Second Bold\'">ABC</text>'
    face = draw(project, raw)
    assert set(embedded(to_pdf(face))) == {"First-Regular", "SecondBold-Regular"}
    columns = np.flatnonzero(ink(face).any(axis=0)) / 200 * 25.4
    left = 20 - {"start": 0, "middle": 0.5, "end": 1}[anchor] * 2.2 * 4
    assert columns[0] == pytest.approx(left + 0.2, abs=0.2)
    assert columns[-1] == pytest.approx(left + 2.2 * 4 - 0.2, abs=0.2)


def test_fonts_that_a_renderer_would_mix_up_are_refused(project: Project) -> None:
    write_font(project.root / "fonts" / "b.ttf", "Second", "山")
    raw = '<text x="2" y="9" font-size="4" font-family="Source Sans Pro">A<tspan font-family="Second">山</tspan></text>'
    with pytest.raises(RenderError, match="give each <tspan> an x"):
        draw(project, raw)
    draw(project, raw.replace(">A<", '><tspan x="2">A</tspan><').replace("<tspan font", '<tspan x="9" font'))


@pytest.mark.parametrize("font", ["7", "[]", "[5]", '["A"] * 21'])
def test_a_list_of_fonts_is_a_list_of_names(project: Project, font: str) -> None:
    with pytest.raises(RenderError, match=r"text\(font\) must be a font name, or a list of 1 to 20 font names, not "):
        draw(project, text("x", font))


def test_fonts_from_outside_only_if_named(project: Project, tmp_path: Path) -> None:
    write_font(tmp_path / "outside" / "t.ttf", "Outside", LATIN)
    assert "Outside" not in FontSet.for_project(project).families
    assert "Outside" in FontSet.for_project(replace(project, fonts=("../outside",))).families
    assert "Outside" in FontSet.for_project(replace(project, fonts=(str(tmp_path / "outside"),))).families
    assert "Source Sans Pro" in FontSet.for_project(replace(project, fonts=("font-source-sans-pro",))).project_families
    with pytest.raises(SpecError, match=r'there is no folder or installed package "font-nowhere"'):
        FontSet.for_project(replace(project, fonts=("font-nowhere",)))


def test_a_link_does_not_lead_out_of_the_project(project: Project, tmp_path: Path) -> None:
    path = write_font(tmp_path / "outside" / "t.ttf", "Outside", LATIN)
    (project.root / "fonts").mkdir()
    (project.root / "fonts" / "t.ttf").symlink_to(path)
    (project.root / "fonts" / "folder").symlink_to(path.parent)
    assert FontSet.for_project(project).project_fonts == []


def test_a_changed_font_redraws_the_faces_set_in_it_and_no_others(project: Project, tmp_path: Path) -> None:
    path = write_font(project.root / "fonts" / "t.ttf", "Tide", LATIN)
    draw(project, text("Sea", '"Tide"'))
    cache = Cache(tmp_path / "cache")

    def drawn() -> tuple[set[str], set[str]]:
        """Return the faces that were drawn again, and the keys of those that use the font."""
        game = load_game(project, "lowtide")
        store = FaceCache(FaceRenderer(project, game, Lang.FR, Ink.FULL, 0), cache)
        kept = {design.id: store.face(deck, design, Side.FRONT) for deck, design in game.designs()}
        return {name for name, each in kept.items() if each.fresh}, {kept["whelk"].face.key}

    all_faces, before = drawn()
    assert len(all_faces) > 4
    assert drawn() == (set(), before)
    hashed = fonts_hash(project)
    write_font(path, "Tide", LATIN, italic=False, widths={"Z": 700})  # a letter that no face has
    anew, after = drawn()
    assert anew == {"whelk", "cockle", "oyster"}
    assert before != after
    assert hashed != fonts_hash(project)


def test_a_font_of_a_chain_that_gets_a_letter_redraws_the_face(project: Project, tmp_path: Path) -> None:
    for number, letters in enumerate(("A", "B", "C")):
        write_font(project.root / "fonts" / f"{number}.ttf", f"No {number}", letters)
    draw(project, text("AC", '["No 0", "No 1", "No 2"]'))
    game, cache = load_game(project, "lowtide"), Cache(tmp_path / "cache")
    deck, design = next((deck, design) for deck, design in game.designs() if design.id == "whelk")

    def kept() -> str:
        return (
            FaceCache(FaceRenderer(project, game, Lang.FR, Ink.FULL, 0), cache).face(deck, design, Side.FRONT).face.svg
        )

    assert 'font-family="No 2">C<' in kept()
    write_font(project.root / "fonts" / "1.ttf", "No 1", "BC")
    assert 'font-family="No 1">C<' in kept()


def test_a_broken_font_that_no_face_uses_breaks_nothing(project: Project) -> None:
    (project.root / "fonts").mkdir()
    (project.root / "fonts" / "bad.woff2").write_bytes(b"wOF2 and so on")
    assert draw(project, text("Sea", '"Fredoka One"')).svg


def lying(path: Path, how: str) -> Path:
    """A font that is not what it says."""
    content = bytearray(write_font(path, "Liar", LATIN).read_bytes())
    tables = {bytes(content[12 + 16 * n : 16 + 16 * n]): 12 + 16 * n for n in range(int.from_bytes(content[4:6]))}
    match how:
        case "cut short":
            del content[len(content) // 3 :]
        case "lying lengths":
            for tag in (b"glyf", b"cmap", b"head"):
                content[tables[tag] + 12 : tables[tag] + 16] = b"\xff\xff\xff\xf0"
        case "no glyphs":
            place = int.from_bytes(content[tables[b"maxp"] + 8 : tables[b"maxp"] + 12])
            content[place + 4 : place + 6] = b"\0\0"
        case "a ZIP":
            content[:4] = b"PK\3\4"
        case "empty":
            content.clear()
        case "noise":
            content[4:] = bytes(range(256)) * 40
        case "no outlines":
            content[tables[b"glyf"] : tables[b"glyf"] + 4] = b"CBDT"
        case "a collection of four milliards":
            content[:12] = b"ttcf\0\1\0\0\xff\xff\xff\xff"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("cut short", "is damaged or incomplete"),
        ("lying lengths", "is damaged or incomplete"),
        ("no glyphs", "is damaged or incomplete"),
        ("a ZIP", "must be a TTF, OTF, WOFF or WOFF2 font, not a ZIP archive"),
        ("empty", "must be a TTF, OTF, WOFF or WOFF2 font, not an empty file"),
        ("noise", "has only colour or bitmap glyphs"),
        ("no outlines", "has only colour or bitmap glyphs"),
        ("a collection of four milliards", "must hold from 1 to 64 fonts, not 4294967295"),
    ],
)
def test_a_font_that_lies_is_refused_in_a_line(tmp_path: Path, how: str, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        read_styles(lying(tmp_path / "liar.ttf", how), Location("fonts/liar.ttf"))
    assert str(caught.value).startswith(f"fonts/liar.ttf {message} [E0516]")
    assert [problem.where for problem in caught.value.problems] == [Location("fonts/liar.ttf")]


def test_a_packed_font_that_swells_is_stopped(tmp_path: Path) -> None:
    path = swelling_woff2(tmp_path / "bomb.woff2", 400_000_000)
    assert path.stat().st_size < 10_000
    tracemalloc.start()
    with pytest.raises(RenderError, match="cannot be unpacked: it unpacks to more than 30 MB"):
        read_styles(path, Location("fonts/bomb.woff2"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60_000_000


def test_a_woff_that_states_less_than_it_holds_is_refused(tmp_path: Path) -> None:
    content = bytearray(write_font(tmp_path / "t.woff", "Liar", LATIN, flavour="woff").read_bytes())
    content[44 + 12 : 44 + 16] = b"\x7f\xff\xff\xff"
    (tmp_path / "t.woff").write_bytes(content)
    with pytest.raises(RenderError, match="cannot be unpacked: it unpacks to more than 30 MB"):
        read_styles(tmp_path / "t.woff", Location("fonts/t.woff"))


def test_a_font_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "t.ttf").open("wb") as file:
        file.truncate(31_000_000)
    with pytest.raises(RenderError, match=r"^fonts/t.ttf cannot be read: it is larger than 30 MB \(31 MB\)"):
        read_styles(tmp_path / "t.ttf", TTF)


@pytest.mark.parametrize(
    ("embedding", "message"),
    [
        (0x0002, "cannot be embedded: its licence forbids embedding (OS/2 fsType, bit 1)"),
        (0x0100, "cannot be embedded: its licence forbids subsetting (OS/2 fsType, bit 8)"),
        (0x0200, "cannot be embedded: its licence allows only bitmaps to be embedded (OS/2 fsType, bit 9)"),
    ],
)
def test_a_licence_that_forbids_embedding_is_kept(tmp_path: Path, embedding: int, message: str) -> None:
    path = write_font(tmp_path / "t.ttf", "Strict", LATIN, embedding=embedding)
    with pytest.raises(RenderError) as caught:
        read_styles(path, TTF)
    assert message in str(caught.value)
    for allowed in (0, 0x0004, 0x0008):
        assert read_styles(write_font(tmp_path / "t.ttf", "Kind", LATIN, embedding=allowed), TTF)


@pytest.fixture
def strict_font(project: Project) -> Path:
    """A project whose whelk uses a font that must not be embedded."""
    write_font(project.root / "fonts" / "brand.ttf", "Brand Sans", LATIN, embedding=0x0002)
    (project.templates / "lowtide" / "shell.svg.j2").write_text(
        '{% extends "face.svg.j2" %}{% block body %}{{ text("Whelk", 8, 20, 20, 9, font="Brand Sans") }}{% endblock %}',
        "utf-8",
    )
    return project.root


def allowed_at_home(root: Path, line: str = 'home_fonts = ["Brand Sans"]') -> None:
    (root / "pnp.toml").write_text(line, "utf-8")


def test_a_font_that_must_not_be_embedded_is_printed_at_home_after_a_line(strict_font: Path) -> None:
    out = {"start": strict_font, "out": strict_font / "output"}
    with pytest.raises(RenderError) as refused:
        pnp.build("lowtide", **out)  # type: ignore[arg-type]
    assert 'home_fonts = ["Brand Sans"] to pnp.toml' in str(refused.value)
    allowed_at_home(strict_font, 'home_fonts = ["Another"]')
    with pytest.raises(RenderError, match="there is no font"):
        pnp.build("lowtide", **out)  # type: ignore[arg-type]
    allowed_at_home(strict_font)
    printed = pnp.build("lowtide", **out)  # type: ignore[arg-type]
    assert printed.home_fonts == ["Brand Sans"]
    listing = json.loads(printed.placements.read_text("utf-8"))
    assert listing["home_fonts"] == ["Brand Sans"]
    with pikepdf.open(printed.pdf) as pdf:
        names = {
            str(thing.BaseFont)
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and "/BaseFont" in thing
        }
    assert any("BrandSans" in name for name in names)
    assert pnp.audit_file(printed.pdf, start=strict_font).sound
    allowed_at_home(strict_font, "")
    with pytest.raises(RenderError):  # also not from the cache
        pnp.build("lowtide", **out)  # type: ignore[arg-type]


def test_other_renderers_print_it_too(strict_font: Path) -> None:
    allowed_at_home(strict_font)
    printed = pnp.build("lowtide", start=strict_font, out=strict_font / "output", renderer="cairosvg")
    assert printed.home_fonts == ["Brand Sans"]


def test_whatever_is_passed_on_refuses_it(strict_font: Path) -> None:
    allowed_at_home(strict_font)
    for target in ("shop", "mpc", "tts", "svg"):
        with pytest.raises(PnpError) as refused:
            pnp.export_game("lowtide", target, start=strict_font, out=strict_font / "output")
        assert [problem.code for problem in refused.value.problems] == ["E1107"], target
    with pytest.raises(PnpError) as refused:
        pnp.write_gallery("lowtide", start=strict_font, out=strict_font / "output")
    assert [problem.code for problem in refused.value.problems] == ["E1107"]
    assert not [path for path in (strict_font / "output").rglob("*") if path.is_file()]


def test_the_line_concerns_only_its_families(strict_font: Path) -> None:
    write_font(strict_font / "fonts" / "other.ttf", "Other Sans", LATIN, embedding=0x0100)
    found = FontSet.for_project(Project(strict_font, home_fonts=("Brand Sans",)))
    assert {font.family: font.restricted for font in found.project_fonts} == {"Brand Sans": True}
    assert ["Other Sans" in problem.hint for problem in found.problems] == [True]


@pytest.mark.parametrize("line", ["home_fonts = 3", "home_fonts = [1]", 'home_fonts = [""]', "home_fonts = { a = 1 }"])
def test_a_line_that_is_no_list_of_families_is_an_error(strict_font: Path, line: str) -> None:
    allowed_at_home(strict_font, line)
    with pytest.raises(SpecError, match="home_fonts must be a list of font families"):
        pnp.build("lowtide", start=strict_font, out=strict_font / "output")


def test_contact_sheets_know_the_projects_fonts(project: Project) -> None:
    write_font(project.root / "fonts" / "t.ttf", "Tide", LATIN)
    with_letters = draw(project, text("SEA", '"Tide"'))
    without = replace(with_letters, svg=re.sub("<text.*</text>", "", with_letters.svg))
    cut = rectangle(with_letters.size)
    assert contact_sheet([ContactFace(with_letters, cut)]) != contact_sheet([ContactFace(without, cut)])


def test_a_letter_that_unfolds_without_end_is_refused(project: Project) -> None:
    write_swollen(project.root / "fonts" / "t.ttf")
    [problem] = FontSet.for_project(project).problems
    assert str(problem).startswith("fonts/t.ttf has a glyph that contains itself or more than 500 parts [E0516]")
    with pytest.raises(RenderError, match=r"; fonts/t.ttf has a glyph that contains itself or more than 500 parts"):
        draw(project, text("Z", '"Swollen"'))


def test_a_letter_whose_subroutines_call_each_other_without_end_is_refused(project: Project) -> None:
    write_swollen(project.root / "fonts" / "t.otf", compact=True)
    assert draw(project, text("A", '"Swollen"')).fonts
    with pytest.raises(
        RenderError, match=r"a character is missing from Swollen|the font Swollen has glyphs that cannot be drawn"
    ):
        draw(project, text("Z", '"Swollen"'))


def test_damaged_fonts_end_in_a_line_or_in_letters(tmp_path: Path) -> None:
    """Any bytes changed: a font is refused, or drawn; nothing crashes."""
    random = Random(13)
    fonts = [write_font(tmp_path / f"a.{kind}", "Torn", LATIN, flavour=kind) for kind in ("woff", "woff2")]
    fonts += [
        write_font(tmp_path / "a.ttf", "Torn", LATIN),
        write_font(tmp_path / "v.ttf", "Torn", LATIN, variable=True),
    ]
    refused = drawn = 0
    for number in range(60):
        content = bytearray(random.choice(fonts).read_bytes())
        for _ in range(random.choice((1, 3, 10))):
            content[random.randrange(len(content))] = random.randrange(256)
        path = tmp_path / f"{number}.ttf"
        path.write_bytes(content)
        font_set = FontSet([(path, Location(path.name))])
        try:
            if not font_set.project_fonts:
                refused += 1
                assert font_set.problems
                continue
            box = TextBox(0, 0, 40, 14, 4, 2, families=(font_set.project_families[0],))
            letters = set_text("SEA", box, lambda *_: "", CARD, font_set)
            root = '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="14mm" viewBox="0 0 40 14">'
            svg = f"{root}{letters}</svg>"
            check_svg(svg, CARD, font_set)
            to_pdf(Face(svg, Size(40, 14), 0, CARD, font_set.used_in(svg)))
            drawn += 1
        except RenderError:
            refused += 1
    assert refused > 10
    assert drawn > 10


@pytest.mark.parametrize("family", ["Archivo Narrow", "Noto Sans Condensed", "Arial Black", "Latin Modern Roman"])
def test_families_that_typst_has_names_of_its_own_for_are_drawn(project: Project, family: str) -> None:
    write_font(project.root / "fonts" / "a.ttf", family, LATIN)
    face = draw(project, text("last", f'"{family}"'))
    picture = Image.open(BytesIO(find_renderer(RendererName.TYPST).to_png([face], 100)[0])).convert("L")
    assert (np.array(picture) < 128).any()


def test_a_font_that_typst_passes_over_is_an_error(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    write_font(project.root / "fonts" / "a.ttf", "Own", LATIN)
    face = draw(project, text("last", '"Own"'))
    lost = tuple(replace(font, alias="pnp-elsewhere") for font in face.fonts)
    monkeypatch.setattr(ProjectFont, "content", property(lambda _: b"no font"))
    with pytest.raises(RenderError, match="has a font that typst cannot use: Own"):
        find_renderer(RendererName.TYPST).to_png([replace(face, fonts=lost)], 100)
