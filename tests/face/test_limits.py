"""What is hostile in a template or a drawing is named before a renderer sees it, and soon."""

from __future__ import annotations

import base64
import re
import time
from io import BytesIO

import pytest
from jinja2 import TemplateAssertionError, UndefinedError
from jinja2.exceptions import SecurityError
from PIL import Image

from pnp.errors import Location, RenderError
from pnp.face.svg_check import check_svg
from pnp.face.svg_clean import clean_svg, declarations
from pnp.worker.sandbox import Sandbox, time_limit

SOON = 2.0
"""Seconds of processor time; what is tried again and again takes years."""


def svg(body: str) -> str:
    links = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {links} width="9mm" height="9mm" viewBox="0 0 9 9">{body}</svg>'


def check(body: str) -> None:
    check_svg(svg(body), Location(piece="card"))


def test_nothing_is_computed_before_a_template_is_filled_in() -> None:
    called: list[object] = []
    sandbox = Sandbox()

    def probe(value: object) -> str:
        called.append(value)
        return "x"

    sandbox.filters["probe"] = probe
    template = sandbox.from_string("{{ [1]|probe }}{% if 2|probe %}{% endif %}{{ 'a'|probe ~ 'b' }}")
    assert called == []
    assert template.render() == "xxb"
    assert called == [[1], 2, "a"]
    with pytest.raises(SecurityError, match="autoescape must be true or false"):
        sandbox.from_string("{% autoescape 3|probe %}x{% endautoescape %}")
    assert sandbox.from_string("{% autoescape true %}{{ '<' }}{% endautoescape %}").render() == "&lt;"


@pytest.mark.skipif(not hasattr(__import__("signal"), "setitimer"), reason="the system has no timers")
def test_no_code_that_catches_every_exception_outlives_a_deadline() -> None:
    def stubborn() -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    with pytest.raises(SecurityError, match=r"a test took more than 0\.2 seconds"), time_limit(0.2, "a test"):
        stubborn()


@pytest.mark.parametrize(
    "body",
    [
        "{{ [1]|slice(10**9)|max }}",
        "{{ [1]|batch(10**9, 'x')|first|length }}",
        "{{ 'x\ny'|indent(10**9) }}",
        "{{ 'x' * 10**9 }}",
        "{{ [1] * 10**9 }}",
        "{{ 10 ** 10 ** 10 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '{:1000000000d}'.format(1) }}",
        "{{ 'x'.center(10**9) }}",
        "{{ 'x'|center(10**9) }}",
        "{{ '%1000000000d'|format(1) }}",
        "{% set all = namespace(x='xx') %}{% for i in range(60) %}{% set all.x = all.x + all.x %}{% endfor %}",
        "{% set all = namespace(x='xx') %}{% for i in range(60) %}{% set all.x = all.x ~ all.x %}{% endfor %}",
        "{% set all = namespace(x='x') %}{% for i in range(60) %}{% set all.x = [all.x, all.x]|join %}{% endfor %}",
        "{{ ('x' * 99999)|replace('x', 'y' * 99999) }}",
        "{{ ('x' * 99999)|replace(old='x', new='y' * 99999) }}",
        "{{ (['x'] * 99999)|join('y' * 9999) }}",
        "{{ ('x' * 99999)|wordwrap(1, wrapstring='y' * 99999) }}",
        "{{ [['x'] * 9999] * 9999 }}",
        "{{ ([[1] * 999] * 99)|sum(start=[]) }}",
        "{% set all = namespace(x=[1]) %}{% for i in range(60) %}{% set all.x = all.x + all.x %}{% endfor %}",
    ],
)
def test_what_stretches_is_refused_at_once(body: str) -> None:
    began = time.process_time()
    with pytest.raises((SecurityError, UndefinedError, TemplateAssertionError)):
        Sandbox().from_string(body).render()
    assert time.process_time() - began < SOON


def test_what_cards_need_is_not_refused() -> None:
    words = (
        "{{ 'a b'|replace(' ', '-') }} {{ ['a', 1]|join(', ') }} {{ 'a b'|wordwrap(1) }} {{ [1, 2]|sum }} {{ 1 ~ 'a' }}"
    )
    assert Sandbox().from_string(words).render() == "a-b a, 1 a\nb 3 1a"
    assert Sandbox(autoescape=True).from_string("{{ '<' ~ '>' }}{{ ['<']|join }}").render() == "&lt;&gt;&lt;"
    assert Sandbox().from_string("{{ ([0] * 99999)|length }} {{ ('x' * 99999)|length }}").render() == "99999 99999"
    body = (
        "{{ 2 + 3 }} {{ 'a' + 'b' }} {{ [1, 2, 3]|batch(2)|list }} {{ [1, 2, 3]|slice(2)|list }} {{ 'x\ny'|indent(2) }}"
    )
    assert Sandbox().from_string(body).render() == "5 ab [[1, 2], [3]] [[1, 2], [3]] x\n  y"


@pytest.mark.parametrize("length", ["1" * 1_000_000, "1" * 1_000_000 + "x", "1 " * 500_000 + "x", "1." * 500_000])
def test_lengths_are_read_in_one_go(length: str) -> None:
    began = time.process_time()
    with pytest.raises(RenderError, match="card: width needs numbers below a million: "):
        check(f'<rect width="{length}"/>')
    assert time.process_time() - began < SOON


@pytest.mark.parametrize("length", ["1000000", "999999999", "12e3", "1e+9", "9e99", "nan", "1 2 1000000"])
def test_a_million_is_too_long(length: str) -> None:
    with pytest.raises(RenderError, match="card: x needs numbers below a million: "):
        check(f'<rect x="{length}"/>')


@pytest.mark.parametrize("length", ["999999", "-999999.5", ".5", "1E-3", "12mm", "1,2 3", "", " 1 ", "1-2", "50%"])
def test_other_lengths_pass(length: str) -> None:
    check(f'<rect x="{length}"/>')


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<path d="M0 0L5.e9 1"/>', 'd needs numbers below a million: "M0 0L5.e9 1"'),
        ('<filter id="f"><feGaussianBlur stdDeviation="5e+3"/></filter>', 'stdDeviation is larger than 500: "5e+3"'),
        ('<filter id="f"><feGaussianBlur stdDeviation="900."/></filter>', 'stdDeviation is larger than 500: "900."'),
    ],
)
def test_numbers_that_hide_their_size(body: str, found: str) -> None:
    with pytest.raises(RenderError, match=re.escape(f"card: {found}")):
        check(body)


def test_styles_are_read_in_one_go() -> None:
    began = time.process_time()
    declarations("a:" + "bb:" * 40 + '"')
    declarations("fill:" + "a" * 300_000 + '"')
    clean_svg(
        svg(f'<rect width="1" height="1"/><text style="font: {"1" * 100_000}x serif">a</text>'), Location("art/x.svg")
    )
    assert time.process_time() - began < SOON
    assert declarations("fill:red; stroke: url(#a);x:1") == (
        ("fill", "red", ""),
        ("stroke", "url(#a)", ""),
        ("x", "1", ""),
    )


TEN = range(10)
LAUGHS = "".join(f'<g id="u{n + 1}">' + f'<use xlink:href="#u{n}"/>' * 10 + "</g>" for n in TEN)
MASKS = "".join(
    f'<mask id="m{n}">' + f'<rect width="9" height="9" fill="#fff" mask="url(#m{n + 1})"/>' * 2 + "</mask>"
    for n in range(40)
)
CLIPS = MASKS.replace("mask", "clipPath").replace('clipPath="', 'style="clip-path:')
PATTERNS = MASKS.replace("mask id", "pattern id").replace("/mask", "/pattern").replace('mask="', 'stroke="')


@pytest.mark.parametrize(
    "body",
    [
        f'<defs><g id="u0"><path d="M0 0"/></g>{LAUGHS}</defs><use xlink:href="#u10"/>',
        f'<defs>{MASKS}<mask id="m40"/></defs><g mask="url(#m0)"><rect width="9" height="9"/></g>',
        f'<defs>{CLIPS}<clipPath id="m40"/></defs><g clip-path="url(#m0)"><rect width="9" height="9"/></g>',
        f'<defs>{PATTERNS}<pattern id="m40"/></defs><rect fill="url(#m0)" width="9" height="9"/>',
    ],
    ids=["use", "mask", "clip", "pattern"],
)
def test_references_do_not_multiply_without_end(body: str) -> None:
    with pytest.raises(RenderError, match="card: the SVG draws more than 200,000 elements, counting repeated ones"):
        check(body)


def test_references_do_not_lead_on_without_end() -> None:
    chain = "".join(f'<g id="u{n + 1}"><use xlink:href="#u{n}"/></g>' for n in range(2_000))
    with pytest.raises(RenderError, match="card: references are nested more than 100 deep"):
        check(f'<defs><g id="u0"/>{chain}</defs>')


def test_ordinary_references_pass_and_circles_end() -> None:
    check('<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>' + '<g clip-path="url(#c)"/>' * 500)
    check('<defs><g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g></defs><use xlink:href="#a"/>')


def inline(width: int, height: int) -> str:
    out = BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return f'<image xlink:href="data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"/>'


@pytest.mark.parametrize("kept", [0.3, 0.7, 0.95])
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_pictures_inside_an_svg_that_are_cut_short_are_named(kind: str, kept: float) -> None:
    out = BytesIO()
    Image.effect_noise((120, 160), 80).save(out, kind)
    content = out.getvalue()
    whole, cut = (base64.b64encode(part).decode() for part in (content, content[: int(len(content) * kept)]))
    check(f'<image xlink:href="data:image/{kind.lower()};base64,{whole}"/>')
    with pytest.raises(RenderError, match="card: an embedded picture cannot be read: "):
        check(f'<image xlink:href="data:image/{kind.lower()};base64,{cut}"/>')


@pytest.mark.parametrize(("mode", "turned", "found"), [("CMYK", 1, "in CMYK"), ("RGB", 6, r"rotated \(EXIF\)")])
def test_pictures_inside_an_svg_that_renderers_differ_on_are_named(mode: str, turned: int, found: str) -> None:
    out, exif = BytesIO(), Image.Exif()
    exif[0x0112] = turned
    Image.new(mode, (40, 30)).save(out, "JPEG", exif=exif)
    with pytest.raises(RenderError, match=f"card: an embedded picture is {found}"):
        check(f'<image xlink:href="data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode()}"/>')


def test_pictures_inside_an_svg_are_measured_before_they_are_unpacked() -> None:
    check(inline(300, 400))
    with pytest.raises(
        RenderError,
        match=r"have more than 100,000,000 pixels: 128,000,000 \[E0504\]\n  hint: place pictures",
    ):
        check(inline(8000, 8000) * 2)
    with pytest.raises(RenderError, match="an embedded picture cannot be read: "):
        check('<image xlink:href="data:image/png;base64,AAAA"/>')
    with pytest.raises(RenderError, match="an embedded picture cannot be read: "):
        check(inline(12_000, 12_000))
