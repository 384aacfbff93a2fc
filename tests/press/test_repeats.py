"""What several faces draw alike is in a chunk once, and everything looks as before."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pikepdf
import pypdfium2
import pytest
from pikepdf import Dictionary, Name, Pdf

from pnp.press.tidy import MIN_GROUP_SIZE, MIN_SAVING, FormSharer, clean_up
from pnp.press.typst_renderer import compile_files

RING = "".join(f'<circle cx="{20 + n % 5}" cy="{20 + n}" r="{n + 1}" fill="none" stroke="#a03"/>' for n in range(20))


def face(words: str, ring: str = RING) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" viewBox="0 0 60 60">'
        '<defs><clipPath id="c"><rect x="5" y="5" width="40" height="40"/></clipPath></defs>'
        f'<rect width="60" height="60" fill="#fed"/><g clip-path="url(#c)">{ring}</g>'
        f'<text x="5" y="55" font-family="Source Sans Pro" font-size="5">{words}</text></svg>'
    )


def drawn(*faces: str) -> bytes:
    pages = [f'#page(width: 60mm, height: 60mm)[#pdf.artifact(image("/{n}.svg"))]' for n in range(len(faces))]
    files = {f"{number}.svg": each.encode() for number, each in enumerate(faces)}
    main = "\n".join(["#set page(margin: 0pt)", *pages]).encode()
    return compile_files({**files, "main.typ": main}, "pdf", None, ())[0]


def forms(pdf: Pdf) -> list[pikepdf.Object]:
    return [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == Name.Form]


def looks(pdf: bytes) -> list[bytes]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [np.asarray(page.render(scale=3).to_pil()).tobytes() for page in document]


def test_a_drawing_on_several_faces_is_there_once_and_they_look_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made = drawn(*(face(f"Number {number}") for number in range(6)))
    shared = clean_up(made)
    monkeypatch.setattr(FormSharer, "share", lambda _self, contents: contents)
    whole = clean_up(made)
    assert looks(shared) == looks(whole)
    assert len(set(looks(shared))) == 6
    assert len(shared) < 0.8 * len(whole)
    with pikepdf.open(BytesIO(shared)) as pdf, pypdfium2.PdfDocument(shared) as document:
        shown = {page.obj.Resources.XObject.R0.objgen for page in pdf.pages}
        assert len(shown) == 1
        assert all(page.obj.Contents.read_bytes().count(b"/R0 Do") == 1 for page in pdf.pages)
        texts = [page.get_textpage().get_text_bounded() for page in document]
    assert texts == [f"Number {number}" for number in range(6)]


def test_a_drawing_that_is_there_once_stays_where_it_is() -> None:
    made = drawn(face("one"), face("two", RING.replace("#a03", "#03a")))
    with pikepdf.open(BytesIO(clean_up(made))) as pdf:
        assert not any(b" Do" in page.obj.Contents.read_bytes() for page in pdf.pages)


LINES = b"".join(b"%d 0 m 10 10 l S\n" % number for number in range(MIN_GROUP_SIZE // 10))
GROUP = b"q /Own gs\n" + LINES + b"Q\n"


def pages(contents: list[bytes], states: list[Dictionary]) -> tuple[Pdf, list[bytes]]:
    pdf = Pdf.new()
    for state in states:
        page = pdf.add_blank_page(page_size=(100, 100))
        page.obj.Resources = Dictionary(ExtGState=Dictionary(Own=state))
    return pdf, FormSharer(pdf).share(contents)


MANY = MIN_SAVING // MIN_GROUP_SIZE + 2


def test_a_name_that_means_something_else_on_another_page_is_not_shared() -> None:
    thin, thick = Dictionary(LW=1), Dictionary(LW=9)
    pdf, shared = pages([GROUP] * 2 * MANY, [thin] * MANY + [thick] * MANY)
    assert shared == [b"/R0 Do\n"] * MANY + [b"/R1 Do\n"] * MANY
    widths = [int(form.Resources.ExtGState.Own.LW) for form in forms(pdf)]
    assert widths == [1, 9]


@pytest.mark.parametrize(
    "content",
    [
        GROUP.removesuffix(b"Q\n"),
        b"Q\n" + GROUP,
        GROUP.replace(b"q ", b"q /Span BMC\n", 1),
        b"q 1 0 m 2 2 l S\nQ\n",
    ],
    ids=["never closed", "closed twice", "a mark inside", "too little"],
)
def test_what_cannot_be_shared_is_left_alone(content: bytes) -> None:
    _, shared = pages([content] * MANY, [Dictionary(LW=1)] * MANY)
    assert shared == [content] * MANY
