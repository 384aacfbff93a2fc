"""Drawings from drawing programs: cleaned, and drawn as they were."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pnp.errors import Location, RenderError
from pnp.face.art_loader import ArtLoader
from pnp.face.face import Face
from pnp.face.sources import Sources
from pnp.face.svg_clean import clean_svg
from pnp.geometry.units import Size
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import Project
from tests.face.test_render import pixels_of

NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
    'xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/"'
)
Draw = Callable[..., np.ndarray]
FILE = Location("components/mine/art/x.svg")


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """The pixels of a drawing of 100 × 100 units, ten to the mm."""

    def pixels(body: str, head: str = "", root: str = 'viewBox="0 0 100 100"') -> np.ndarray:
        art = tmp_path / "components/mine/art/x.svg"
        art.parent.mkdir(parents=True, exist_ok=True)
        art.write_text(f"{head}<svg {NAMESPACES} {root}>{body}</svg>", "utf-8")
        drawn = ArtLoader(Sources(Project(tmp_path), "mine"), low_ink=False).place_drawing(
            "x", 5, 5, 0.1, 0, Location(piece="x")
        )
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10">{drawn}</svg>'
        return pixels_of(find_renderer(RendererName.TYPST).to_png([Face(svg, Size(10, 10), 0)], 254)[0])

    return pixels


def at(pixels: np.ndarray, x: int, y: int) -> list[int]:
    found: list[int] = pixels[y, x].tolist()
    return found


RED, BLUE, WHITE = [255, 0, 0], [0, 0, 255], [255, 255, 255]


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="100" height="100" style="fill:#ff0000;font-size:medium;-inkscape-stroke:none;line-height:1.25"/>',
        '<rect width="100" height="100" fill="red" only_selected="true" inkscape:label="a" data-name="b" onx="1"/>',
        '<g inkscape:export-filename="C:\\art\\card.png"><rect width="100" height="100" fill="#f00"/></g>',
        "<style>.a{fill:#ff0000} rect.b{fill:blue}</style><rect class='a' width='100' height='100'/>",
        "<style><![CDATA[ rect { fill: rgb(255,0,0); } ]]></style><rect width='100' height='100'/>",
        '<style>#x{fill:red !important}</style><rect id="x" fill="blue" width="100" height="100"/>',
        '<defs><linearGradient id="g"><stop stop-color="red"/></linearGradient></defs>'
        '<rect width="100" height="100" style="fill:url(#g)"/>',
        '<defs><symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="red"/></symbol></defs>'
        '<use xlink:href="#s" width="100" height="100"/>',
        '<switch><foreignObject requiredExtensions="x" width="1" height="1"/><g i:extraneous="self">'
        '<rect width="100" height="100" fill="red"/></g></switch>',
        '<sodipodi:namedview pagecolor="#fff"/><metadata><x/></metadata><title>x</title>'
        '<a href="https://example.org"><rect width="100" height="100" fill="red"/></a>',
        '<rect width="100" height="100" fill="red"/><g style="display:none"><rect width="99" height="99"/></g>',
        '<rect width="100" height="100" fill="red"/><text style="display:none" font-family="Comic Sans">x</text>',
        '<clipPath id="c"><circle cx="50" cy="50" r="90"/></clipPath><rect clip-path="url(#c)" width="100" '
        'height="100" fill="red"/>',
        '<rect width="100" height="100" style="fill:red;/* a */stroke:none"/>',
        '<rect width="100" height="100" fill="red"><animate attributeName="x" to="9"/></rect>',
        '<filter id="unused"><feGaussianBlur stdDeviation="3"/></filter><rect width="100" height="100" fill="red"/>',
    ],
)
def test_what_programs_write_is_drawn(draw: Draw, body: str) -> None:
    pixels = draw(body)
    assert at(pixels, 50, 50) == RED
    assert at(pixels, 10, 90) == RED


@pytest.mark.parametrize(
    "head",
    [
        '<?xml version="1.0" standalone="no"?>\n<!-- Created with Inkscape -->\n',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">]>',
        "<?xml-stylesheet href='x.css'?>",
    ],
)
def test_heads_of_files_drop_out(draw: Draw, head: str) -> None:
    assert at(draw('<rect width="100" height="100" fill="red"/>', head), 50, 50) == RED


def test_filters_masks_markers_and_patterns_draw(draw: Draw) -> None:
    blurred = draw(
        '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter>'
        '<rect x="30" y="30" width="40" height="40" filter="url(#f)" fill="red"/>'
    )
    assert at(blurred, 50, 50)[0] == 255
    assert WHITE != at(blurred, 28, 50) != RED, "soft beyond its edge"
    masked = draw(
        '<mask id="m"><rect width="50" height="100" fill="white"/></mask>'
        '<rect width="100" height="100" fill="red" mask="url(#m)"/>'
    )
    assert (at(masked, 20, 50), at(masked, 80, 50)) == (RED, WHITE)
    marked = draw(
        '<marker id="k" markerWidth="4" markerHeight="4" refX="2" refY="2"><rect width="4" height="4" fill="red"/>'
        '</marker><path d="M50 50 L60 50" stroke="blue" stroke-width="10" marker-start="url(#k)"/>'
    )
    assert at(marked, 40, 40) == RED
    tiled = draw(
        '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="20" fill="red"/>'
        '</pattern><rect width="100" height="100" fill="url(#p)"/>'
    )
    assert (at(tiled, 5, 50), at(tiled, 15, 50)) == (RED, WHITE)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<script>x</script>", "the element <script> is not allowed"),
        ('<rect onclick="x" width="9" height="9"/>', "the attribute onclick is not allowed"),
        ('<g onload="x"/>', "the attribute onload is not allowed"),
        ('<image href="photo.png" width="9" height="9"/>', 'the drawing refers to an external file: "photo.png"'),
        ('<image xlink:href="C:\\\\art\\\\photo.png" width="9" height="9"/>', "Embed Images"),
        ('<use href="other.svg#a"/>', 'refers to an external file: "other.svg#a"'),
        (
            '<rect style="fill:url(http://example.org/a)" width="9" height="9"/>',
            'outside the drawing: "http://example.org/a"',
        ),
        (
            '<rect style="fill:u\\72l(http://example.org/a)" width="9" height="9"/>',
            'outside the drawing: "http://example.org/a"',
        ),
        ("<style>@import url(x.css);</style><rect width='9' height='9'/>", "@import is not allowed: url"),
        ("<style>rect{fill:url(file:///x)}</style><rect width='9' height='9'/>", 'outside the drawing: "file:///x"'),
        ('<text y="9">☃</text>', 'a character is missing from Source Sans Pro: "☃" (U+2603) in "☃"'),
        ('<text y="9" font-family="Comic Sans">x</text>', 'there is no font "Comic Sans"'),
        ("<g>" * 300 + "</g>" * 300, "elements are nested more than 200 deep"),
        ("<rect", "x.svg:1 is not well-formed SVG: "),
    ],
)
def test_what_could_run_or_load_something_is_refused(draw: Draw, body: str, message: str) -> None:
    with pytest.raises(RenderError, match=re.escape(message)):
        draw(body)


def test_text_without_a_font_is_set_in_ours(draw: Draw) -> None:
    assert (draw('<text y="80" font-size="90">H</text>') < 128).any()
    assert (draw('<text y="80" font-size="90" font-family="sans-serif">H</text>') < 128).any()


def test_what_is_lost_is_listed_once() -> None:
    body = '<flowRoot/><flowRoot/><rect fill="url(#gone)" width="9" height="9"/><mesh/>'
    lost = clean_svg(f"<svg {NAMESPACES}>{body}</svg>", FILE).lost
    assert len(lost) == 3
    assert "Convert to Text" in lost[0]
    assert "#gone, which does not exist" in lost


def test_unused_definitions_drop_out_and_those_in_use_stay() -> None:
    body = (
        '<defs><linearGradient id="a" xlink:href="#b"/><linearGradient id="b"/><linearGradient id="c"/>'
        '<filter id="d"><feFlood/></filter></defs><rect width="9" height="9" fill="url(#a)"/>'
    )
    root = clean_svg(f"<svg {NAMESPACES}>{body}</svg>", FILE).root
    assert {element.get("id") for element in root.iter()} - {None} == {"a", "b"}


def test_a_style_comes_before_an_attribute(draw: Draw) -> None:
    assert at(draw('<rect width="100" height="100" fill="blue" style="fill:red"/>'), 50, 50) == RED
    nested = '<g fill="blue"><rect width="100" height="100" style="fill:inherit"/></g>'
    assert at(draw(nested), 50, 50) == BLUE


@pytest.mark.parametrize(("svg", "line"), [("<svg>\n<g>\n</svg>", 3), ("\ufeff\n \n<svg>\n<g></svg>", 4)])
def test_a_drawing_that_is_not_well_formed_has_its_line(svg: str, line: int) -> None:
    with pytest.raises(RenderError) as caught:
        clean_svg(svg, FILE)
    [problem] = caught.value.problems
    assert problem.where == FILE.at(line=line)
    assert str(problem) == f"{FILE.file}:{line} is not well-formed SVG: mismatched tag [E0507]"
