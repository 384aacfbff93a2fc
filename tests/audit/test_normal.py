"""Normal forms: the same for what is only spelled otherwise, and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from pnp.audit.normal import NormalForms


@pytest.fixture
def pdf() -> Iterator[Pdf]:
    with Pdf.new() as made:
        yield made


def of(value: object) -> bytes:
    return NormalForms(lambda picture: picture.read_raw_bytes()).hash_object(value)


def page(pdf: Pdf, content: bytes, **resources: object) -> pikepdf.Page:
    made = pdf.add_blank_page()
    made.obj.Contents = pdf.make_stream(content)
    made.obj.Resources = Dictionary({f"/{name}": value for name, value in resources.items()})
    return made


def drawn(page: pikepdf.Page) -> bytes:
    return NormalForms(lambda picture: picture.read_raw_bytes()).hash_operators(page).hash


def stored(page: pikepdf.Page) -> bytes:
    return NormalForms(lambda picture: picture.read_raw_bytes()).hash_stored_page(page)


def test_numbers_are_what_they_are_worth() -> None:
    assert of(Array([1, Decimal("0.50")])) == of(Array([Decimal("1.0"), Decimal(".5")]))
    assert of(Array([1])) != of(Array([True]))
    assert of(Array([Decimal("0.5")])) != of(Array([Decimal("0.50001")]))


def test_no_entry_can_pass_for_two() -> None:
    """Keys and values in a row, hashed, could be spelled by a single strange key."""
    value = of(Name.X).hex()
    two, one = Dictionary(A=Name.X, B=Name.X), Dictionary({f"/A {value} /B": Name.X})
    assert of(two) != of(one)
    assert of(Array([String("/X")])) != of(Array([Name.X]))
    assert of(Array([Array([1]), 2])) != of(Array([Array([1, 2])]))


def test_letters_that_look_like_space_count(pdf: Pdf) -> None:
    """In a text a space and a tab are two glyphs; between operators they are nothing."""
    one, other = page(pdf, b"BT (a b) Tj ET"), page(pdf, b"BT (a\tb) Tj ET")
    assert stored(one) != stored(other)
    assert drawn(one) != drawn(other)
    assert drawn(one) == drawn(page(pdf, b"BT  % a remark\n (a b)Tj\tET"))


def test_names_of_resources_do_not_count_and_what_they_mean_does(pdf: Pdf) -> None:
    red, blue = (pdf.make_indirect(pdf.make_stream(colour, Subtype=Name.Form)) for colour in (b"1 0 0 rg", b"0 0 1 rg"))
    one = page(pdf, b"/A Do", XObject=Dictionary(A=red))
    assert drawn(one) == drawn(page(pdf, b"/B Do", XObject=Dictionary(B=red, A=blue)))
    assert drawn(one) != drawn(page(pdf, b"/A Do", XObject=Dictionary(A=blue)))


def test_a_stream_counts_unpacked(pdf: Pdf) -> None:
    plain, packed = pdf.make_stream(b"0 g"), Stream(pdf, b"")
    packed.write(b"0 g")
    packed.write(packed.read_raw_bytes(), filter=None)
    assert of(plain) == of(packed)
    packed.write(b"x\x9cKW0P(JS(/\xca,IU\x04\x00\x18\x91\x03\xf3", filter=Name.DCTDecode)
    same = pdf.make_stream(packed.read_raw_bytes())
    assert of(same) != of(packed), "how it is packed is part of what only a viewer can unpack"


def test_a_form_that_draws_itself_is_named(pdf: Pdf) -> None:
    form = pdf.make_indirect(pdf.make_stream(b"/Me Do", Subtype=Name.Form))
    form.Resources = Dictionary(XObject=Dictionary(Me=form))
    read = NormalForms(lambda picture: b"").hash_operators(page(pdf, b"/A Do", XObject=Dictionary(A=form)))
    assert "a form that draws itself" in read.means
