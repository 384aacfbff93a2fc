"""The gate: what may not be in a face."""

from __future__ import annotations

import pytest

from pnp.errors import Location, RenderError
from pnp.face.svg_check import check_svg

CARD = Location(piece="card")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'


def svg(body: str) -> str:
    return f"{HEAD}{body}</svg>"


DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@pytest.mark.parametrize(
    "body",
    [
        '<linearGradient id="a"/><rect width="9" height="9" fill="url(#a)"/>',
        '<g id="a"/><use xlink:href="#a"/>',
        '<text font-family="Fredoka One">Été</text>',
        '<g font-family="Source Sans Pro"><text font-weight="bold">x<tspan font-style="italic">é</tspan></text></g>',
        f'<image xlink:href="data:image/png;base64,{DOT}"/>',
        "<title>★ not printed</title>",
        '<path d="M1e-3,.5 L-123456.5 3.14159265358979" transform="rotate(45 .5 -.5)"/>',
        '<rect x="-1.5" y=".5mm" width="100%" height="2e-3" stroke-width="0.1"/>',
        '<text x="1 2 3.5" font-family="Fredoka One">abc</text>',
        "<text font-family=\"'Source Sans Pro'\"> \n </text>",
    ],
)
def test_drawings_pass(body: str) -> None:
    check_svg(svg(body), CARD)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<script>alert(1)</script>", "the element <script> is not allowed"),
        ('<rect onclick="x()"/>', "the attribute onclick is not allowed"),
        ('<rect ONLOAD="x()"/>', "ONLOAD"),
        ("<foreignObject/>", "<foreignObject>"),
        ("<style>@import url(http://x)</style>", "<style>"),
        ('<image href="http://example.org/a.png"/>', "example.org"),
        ('<image xlink:href="file:///etc/passwd"/>', "passwd"),
        ('<image href="../../secret.png"/>', "secret"),
        ('<image href="data:image/svg+xml;base64,AAAA"/>', "svg+xml"),
        ('<use href="other.svg#a"/>', "other.svg"),
        ('<rect fill="url(http://example.org/#a)"/>', "example.org"),
        ("<rect style=\"fill:url('file:///x')\"/>", "file:///x"),
        ('<filter id="f"><feImage href="x.svg#a"/></filter>', "x.svg"),
        ('<filter id="f"><feTurbulence numOctaves="900"/></filter>', 'numOctaves is larger than 8: "900"'),
        ('<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter>', 'stdDeviation is larger than 500: "1e9"'),
        ('<filter id="f">' + "<feFlood/>" * 201 + "</filter>", "the filters have more than 200 steps"),
        ('<animate attributeName="x"/>', "<animate>"),
        ('<a href="#x"/>', "<a>"),
        ('<text font-family="Comic Sans">x</text>', "Comic Sans"),
        ("<text>x</text>", "the text has no font-family"),
        ('<text style="font-family: Arial">x</text>', "Arial"),
        ('<text font-family="Fredoka One" font-weight="bold">x</text>', "it has regular"),
        ('<text font-family="Fredoka One">★</text>', "U+2605"),
        ('<text font-family="Source Sans Pro">漢</text>', "U+6F22"),
        ('<text font-family="Source Sans Pro">😀</text>', "U+1F600"),
        ("<rect>", "the SVG is not well-formed: mismatched tag: line 1"),
        ('<text font-family="Source Sans Pro" style="font: 8px Arial">x</text>', "the font shorthand is not supported"),
        ('<rect fill="url(#a) url(http://example.org/y)"/>', "example.org"),
        (r'<rect style="fill:u\72l(http://x)"/>', "the SVG refers to something outside itself"),
        ('<style xmlns="">@import</style>', "<style>"),
        ('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>', "<script>"),
        ('<g xml:base="http://x/"/>', "the attribute base is not allowed"),
        (
            '<?xml-stylesheet href="file:///etc/passwd"?>',
            "processing instruction <?xml-stylesheet?> is not allowed",
        ),
        ('<rect width="NaN" height="abc"/>', 'height needs numbers below a million: "abc"'),
        ('<rect width="1e38" height="1"/>', 'width needs numbers below a million: "1e38"'),
        ('<path d="M5 0 L0 -1e38 A1 40 0 1 1 5 1 Z"/>', "d needs numbers below a million: "),
        ('<path d="M5 0 L0 12345678"/>', "d needs numbers below a million: "),
        ('<g transform="scale(1e9)"/>', "transform needs numbers below a million: "),
        ("<g>" * 300 + "</g>" * 300, "elements are nested more than 200 deep"),
        ('<image href="data:image/png;base64,"/>', "an embedded picture cannot be read: "),
    ],
)
def test_what_runs_or_comes_from_outside_or_cannot_be_set_is_refused(body: str, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        check_svg(svg(body), Location(piece="ring", side="front"))
    assert message in str(caught.value)
    for problem in caught.value.problems:
        assert str(problem).startswith("ring (front): ")
        assert problem.where == Location(piece="ring", side="front")


def test_what_was_refused_before_is_refused_again_and_where_it_stands_now() -> None:
    for place in (Location(piece="ring", side="front"), Location(piece="fox", side="back")):
        with pytest.raises(RenderError) as caught:
            check_svg(svg('<rect width="1e9"/><use href="#nobody"/>'), place)
        assert [problem.where for problem in caught.value.problems] == [place, place]


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + svg("<text>&b;</text>"),
        '<!DOCTYPE svg SYSTEM "file:///etc/passwd">' + svg(""),
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg("<text>&x;</text>"),
    ],
)
def test_entity_bombs_are_refused(text: str) -> None:
    with pytest.raises(RenderError, match="a <!DOCTYPE> is not allowed"):
        check_svg(text, CARD)


def test_other_documents_are_refused() -> None:
    for text in ("", "hello", "<html/>", "<svg/>", svg("") * 2, "\0"):
        with pytest.raises(RenderError):
            check_svg(text, CARD)
    with pytest.raises(RenderError, match=r"^card: the SVG is larger than 20 MB: 21,000,"):
        check_svg(svg(" " * 21_000_000), CARD)


def test_a_mark_gives_the_line_of_the_template() -> None:
    line = Location("templates/x.svg.j2", line=12)
    face = Location(game="zoo", piece="fox", side="front")
    found = {"1": line, "2": None}
    body = '<g data-source="1"><script/></g><g data-source="2"><style/></g>'
    with pytest.raises(RenderError) as caught:
        check_svg(svg(body), face, line_at=lambda mark: found[mark])
    own, other = caught.value.problems
    assert own.where == face.at(file="templates/x.svg.j2", line=12)
    assert str(own).startswith("templates/x.svg.j2:12: zoo: fox (front): the element <script> is not allowed [E0508]")
    assert other.where == face
