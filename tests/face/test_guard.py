"""The gate: what may not be in a face."""

from __future__ import annotations

import pytest

from pnp.errors import RenderError
from pnp.face.guard import check_svg

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
    check_svg(svg(body), "card")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<script>alert(1)</script>", "<script>"),
        ('<rect onclick="x()"/>', "onclick"),
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
        ('<filter id="f"><feTurbulence numOctaves="900"/></filter>', "numOctaves of at most 8"),
        ('<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter>', "stdDeviation of at most 500"),
        ('<filter id="f">' + "<feFlood/>" * 201 + "</filter>", "at most 200 steps of filters"),
        ('<animate attributeName="x"/>', "<animate>"),
        ('<a href="#x"/>', "<a>"),
        ('<text font-family="Comic Sans">x</text>', "Comic Sans"),
        ("<text>x</text>", "a font that pnp has"),
        ('<text style="font-family: Arial">x</text>', "Arial"),
        ('<text font-family="Fredoka One" font-weight="bold">x</text>', "it has regular"),
        ('<text font-family="Fredoka One">★</text>', "U+2605"),
        ('<text font-family="Source Sans Pro">漢</text>', "U+6F22"),
        ('<text font-family="Source Sans Pro">😀</text>', "U+1F600"),
        ("<rect>", "a mistake"),
        ('<text font-family="Source Sans Pro" style="font: 8px Arial">x</text>', "the short form font"),
        ('<rect fill="url(#a) url(http://example.org/y)"/>', "example.org"),
        (r'<rect style="fill:u\72l(http://x)"/>', "a reference inside the SVG"),
        ('<style xmlns="">@import</style>', "<style>"),
        ('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>', "<script>"),
        ('<g xml:base="http://x/"/>', "the attribute base"),
        ('<?xml-stylesheet href="file:///etc/passwd"?>', "<?xml-stylesheet?>"),
        ('<rect width="NaN" height="abc"/>', "numbers below a million"),
        ('<rect width="1e38" height="1"/>', "numbers below a million"),
        ('<path d="M5 0 L0 -1e38 A1 40 0 1 1 5 1 Z"/>', "numbers below a million"),
        ('<path d="M5 0 L0 12345678"/>', "numbers below a million"),
        ('<g transform="scale(1e9)"/>', "numbers below a million"),
        ("<g>" * 300 + "</g>" * 300, "at most 200 elements"),
        ('<image href="data:image/png;base64,"/>', "pictures that can be read"),
    ],
)
def test_what_runs_or_comes_from_outside_or_cannot_be_set_is_refused(body: str, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        check_svg(svg(body), "ring (front)")
    assert message in str(caught.value)
    assert str(caught.value).startswith("ring (front): expected ")


def test_what_was_refused_before_is_refused_again_and_where_it_stands_now() -> None:
    for place in ("ring (front)", "fox (back)"):
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
    with pytest.raises(RenderError, match="without a document type"):
        check_svg(text, "card")


def test_other_documents_are_refused() -> None:
    for text in ("", "hello", "<html/>", "<svg/>", svg("") * 2, "\0"):
        with pytest.raises(RenderError):
            check_svg(text, "card")
    with pytest.raises(RenderError, match="at most 20 MB"):
        check_svg(svg(" " * 21_000_000), "card")
