"""Normal forms: hashes of what a PDF draws, which are equal for files that draw the same, however they were saved.

Nothing that a file says about itself is trusted: the pixels of a picture are hashed, or decoded and compared.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeGuard

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream, String

from pnp.press.seal import ENCODING_KEYS, PICTURE

NAMED: Final = {
    "Do": "/XObject", "gs": "/ExtGState", "cs": "/ColorSpace", "CS": "/ColorSpace", "scn": "/Pattern",
    "SCN": "/Pattern", "sh": "/Shading", "Tf": "/Font", "BDC": "/Properties", "DP": "/Properties",
}  # fmt: skip
"""The kind of resource that each operator refers to by name."""
PLAIN: Final = frozenset({
    "q", "Q", "cm", "m", "l", "c", "v", "y", "h", "re", "n", "W", "W*", "f", "F", "f*", "S", "s", "B", "B*", "b", "b*",
    "w", "J", "j", "M", "d", "g", "G", "rg", "RG", "BT", "ET", "Td", "TD", "Tm", "T*", "Tj", "TJ", "Tc", "Tw", "Tz",
    "TL", "Tf", "Tr", "Ts", "'", '"', "BMC", "BDC", "EMC", "Do",
})  # fmt: skip
"""Operators that all printers and viewers draw alike."""
DEEPEST: Final = 12
_FLOAT: Final = struct.Struct(">f")
_NUMBERS: Final = frozenset({int, Decimal})
EXACT: Final = 2**24
"""Limit of whole numbers that a 32-bit float represents exactly."""

Dots = Callable[[Stream], bytes]
"""Returns what identifies the pixels of a picture written by pnp."""


class Operators(NamedTuple):
    """The content of something drawn by operators."""

    hash: bytes
    means: frozenset[bytes | str]
    """The fonts, pictures, states and unusual operators that it uses."""


class NormalForms:
    """The normal forms of one open PDF; shared objects such as fonts are read once.

    With `tidied`, white space between operators is ignored, even in stored streams.
    """

    def __init__(self, dots: Dots, *, tidied: bool = False) -> None:
        self._dots, self._tidied = dots, tidied
        self._known: dict[tuple[int, int], bytes] = {}
        self._forms: dict[tuple[int, int], Operators] = {}
        self._depth = 0

    @cached_property
    def tidied(self) -> NormalForms:
        """The normal forms of the same PDF in which only operators count."""
        return NormalForms(self._dots, tidied=True)

    def hash_object(self, value: object) -> bytes:
        """Return the hash of a value with everything it refers to; streams are decoded."""
        if not isinstance(value, Object):
            return _hash(b"plain", _plain(value))
        return self._once(value, lambda: self._compound(value))

    def hash_stored_page(self, page: pikepdf.Page) -> bytes:
        """Return the hash of a page, byte for byte: fast, but equal only for files that were merely recompressed."""
        drawn = _tidied(page) if self._tidied else b"\n".join(_unpacked(stream)[1] for stream in _contents(page))
        return _hash(b"page", drawn, self.hash_object(page.obj.get("/Resources")), self._around(page))

    def hash_operators(self, page: pikepdf.Page) -> Operators:
        """Return the hash of a page by its operators, regardless of the names of resources, and what it draws with.

        That is: operators that printers may interpret differently, fonts, pictures and states.
        """
        around, read = self._around(page), self._operators(page, page.obj.get("/Resources"))
        return Operators(_hash(b"page", read.hash, around), read.means | {around})

    def _around(self, page: pikepdf.Page) -> bytes:
        """Return the hash of the transparency group of a page and of extra entries of its streams (pnp writes none)."""
        encodings = {self._entries(stream, ENCODING_KEYS) for stream in _contents(page)} or {_hash()}
        return _hash(self.hash_object(page.obj.get("/Group")), *sorted(encodings))

    def _once(self, value: Object, make: Callable[[], bytes]) -> bytes:
        place = value.objgen
        if place == (0, 0):
            return make()
        if place not in self._known:
            self._known[place] = b"itself"  # for objects that refer to themselves, which pnp never writes
            self._known[place] = make()
        return self._known[place]

    def _compound(self, value: Object) -> bytes:
        if isinstance(value, Stream):
            entries = self._entries(value, ENCODING_KEYS)
            if PICTURE in value and value.get("/Subtype") == Name.Image:
                return _hash(b"picture", entries, self._dots(value))
            if self._tidied and is_form(value):
                return _hash(b"form", entries, _tidied(value))
            return _hash(b"stream", entries, *_unpacked(value))
        if isinstance(value, Dictionary):
            return _hash(b"dictionary", self._entries(value))
        if isinstance(value, Array):
            return _hash(b"array", *(self.hash_object(item) for item in value))
        if isinstance(value, Name):
            return _hash(b"name", str(value).encode())
        return _hash(b"string", bytes(value)) if isinstance(value, String) else _hash(b"other", value.unparse())

    def _entries(self, value: Object, without: tuple[str, ...] = ()) -> bytes:
        kept = sorted(key for key in value.keys() if key not in without)  # noqa: SIM118
        return _hash(*(part for key in kept for part in (key.encode(), self.hash_object(value[key]))))

    def _operators(self, drawn: Any, resources: Object | None) -> Operators:
        """Return the content of operators; the hash includes where each operand ends and its type."""
        digest, means, pack = hashlib.sha256(), set[bytes | str](), _FLOAT.pack
        for step in pikepdf.parse_content_stream(drawn):
            name = str(step.operator)
            if name not in PLAIN:
                means.add(name)
            parts = [name.encode(), b" "]
            for operand in step.operands:
                if type(operand) in _NUMBERS and -EXACT < (number := float(operand)) < EXACT:  # most are, so be fast
                    parts.append(b"#" + pack(number + 0.0))
                else:
                    parts.append(b"@" + self._operand(name, operand, resources, means))
            parts.append(b"\n")
            digest.update(b"".join(parts))
        return Operators(digest.digest(), frozenset(means))

    def _operand(self, operator: str, operand: object, resources: Object | None, means: set[bytes | str]) -> bytes:
        if isinstance(operand, pikepdf.PdfInlineImage):
            return _hash(b"inline", operand.unparse())
        if not isinstance(operand, Name) or operator not in NAMED:
            return self.hash_object(operand)
        found = find_resource(resources, operator, operand)
        if found is None:  # a standard colour space, or the tag of a mark
            means |= {str(operand)} if operator in ("cs", "CS") else set()
            return self.hash_object(operand)
        if not is_form(found):
            thing = self.hash_object(found)
            means.add(thing)
            return thing
        read = self._form(found)
        means |= read.means
        return read.hash

    def _form(self, form: Stream) -> Operators:
        place = form.objgen
        if place not in self._forms:
            self._forms[place] = Operators(b"itself".ljust(32), frozenset({"a form that draws itself"}))
            if self._depth < DEEPEST:
                self._depth += 1
                try:
                    self._forms[place] = self._make_form(form)
                finally:
                    self._depth -= 1
        return self._forms[place]

    def _make_form(self, form: Stream) -> Operators:
        entries, means = (
            self._entries(form, (*ENCODING_KEYS, "/Resources", *but)) for but in ((), ("/BBox", "/Matrix"))
        )
        read = self._operators(form, form.get("/Resources"))
        return Operators(_hash(b"form", entries, read.hash), read.means | {means})


def find_resource(resources: Object | None, operator: str, name: Name) -> Object | None:
    """Return the resource that an operator refers to by a name; None if the file does not define it."""
    kind = NAMED.get(operator)
    things = resources.get(kind) if kind is not None and isinstance(resources, Dictionary) else None
    thing = things.get(str(name)) if isinstance(things, Dictionary) else None
    return thing if isinstance(thing, Object) else None


def is_form(thing: Object) -> TypeGuard[Stream]:
    """Return whether something is drawn by separate operators: a form or a tiling pattern."""
    return isinstance(thing, Stream) and (thing.get("/Subtype") == Name.Form or thing.get("/PatternType") == 1)


def _contents(page: pikepdf.Page) -> list[Object]:
    """Return the streams with the operators of a page."""
    contents = page.obj.get("/Contents")
    return [] if contents is None else list(contents) if isinstance(contents, Array) else [contents]


def _tidied(drawn: pikepdf.Page | Object) -> bytes:
    """Return operators with standard white space between them."""
    return pikepdf.unparse_content_stream(pikepdf.parse_content_stream(drawn))


def _unpacked(stream: Object) -> tuple[bytes, bytes]:
    """Return the encoding of a stream if only a viewer can decode it, and its content."""
    try:
        return b"", stream.read_bytes()
    except pikepdf.PdfError:
        return b"".join(_wrapping(stream)), stream.read_raw_bytes()


def _wrapping(stream: Object) -> Iterator[bytes]:
    for key in ("/Filter", "/DecodeParms"):
        value = stream.get(key)
        yield value.unparse(resolved=True) if isinstance(value, Object) else b"-"


def _plain(value: object) -> bytes:
    """Return a number, boolean or None as bytes.

    Numbers are as exact as viewers read them: 1, 1.0 and 1.00000001 are equal.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal) or not -EXACT < value < EXACT:
        return repr(value).encode()
    return _FLOAT.pack(float(value) + 0.0)


def _hash(*parts: bytes) -> bytes:
    """Return a hash of the parts, each with its length, so that no two lists of parts collide."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.digest()
