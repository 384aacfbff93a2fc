"""Normal forms: hashes of what a PDF draws, the same for two files that draw the same, however they were saved.

Nothing that a file says of itself is believed: the dots of a picture are hashed, or unpacked and compared.
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

from pnp.press.seal import PICTURE, WRAPPING

NAMED: Final = {
    "Do": "/XObject", "gs": "/ExtGState", "cs": "/ColorSpace", "CS": "/ColorSpace", "scn": "/Pattern",
    "SCN": "/Pattern", "sh": "/Shading", "Tf": "/Font", "BDC": "/Properties", "DP": "/Properties",
}  # fmt: skip
"""The resources that the name before an operator is one of."""
PLAIN: Final = frozenset({
    "q", "Q", "cm", "m", "l", "c", "v", "y", "h", "re", "n", "W", "W*", "f", "F", "f*", "S", "s", "B", "B*", "b", "b*",
    "w", "J", "j", "M", "d", "g", "G", "rg", "RG", "BT", "ET", "Td", "TD", "Tm", "T*", "Tj", "TJ", "Tc", "Tw", "Tz",
    "TL", "Tf", "Tr", "Ts", "'", '"', "BMC", "BDC", "EMC", "Do",
})  # fmt: skip
"""Operators that every printer draws as a viewer does."""
DEEPEST: Final = 12
_FLOAT: Final = struct.Struct(">f")
_NUMBERS: Final = frozenset({int, Decimal})
EXACT: Final = 2**24
"""Whole numbers beyond it are more exact than 32 bits can say."""

Dots = Callable[[Stream], bytes]
"""What a picture of ours shows."""


class Operators(NamedTuple):
    """What was read of something that is drawn by operators."""

    hash: bytes
    means: frozenset[bytes | str]
    """What it draws with."""


class NormalForms:
    """The normal forms of one open PDF; what is shared, such as a font, is read once.

    With `tidied`, what stands between operators does not count, even in what is stored.
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

    def of(self, value: object) -> bytes:
        """The hash of a value with everything that it refers to; streams count unpacked."""
        if not isinstance(value, Object):
            return _hash(b"plain", _plain(value))
        return self._once(value, lambda: self._compound(value))

    def stored(self, page: pikepdf.Page) -> bytes:
        """The hash of what a page draws, byte for byte: quick, and the same only in files that were merely repacked."""
        drawn = _tidied(page) if self._tidied else b"\n".join(_unpacked(stream)[1] for stream in _contents(page))
        return _hash(b"page", drawn, self.of(page.obj.get("/Resources")), self._around(page))

    def drawn(self, page: pikepdf.Page) -> Operators:
        """What a page draws, operator by operator, whatever its resources are called, and what it draws with.

        That is operators which not every printer understands alike, fonts, pictures, states.
        """
        around, read = self._around(page), self._operators(page, page.obj.get("/Resources"))
        return Operators(_hash(b"page", read.hash, around), read.means | {around})

    def _around(self, page: pikepdf.Page) -> bytes:
        """How a page is mixed with its paper, and what its streams say beside their operators: ours say nothing."""
        said = {self._entries(stream, WRAPPING) for stream in _contents(page)} or {_hash()}
        return _hash(self.of(page.obj.get("/Group")), *sorted(said))

    def _once(self, value: Object, make: Callable[[], bytes]) -> bytes:
        place = value.objgen
        if place == (0, 0):
            return make()
        if place not in self._known:
            self._known[place] = b"itself"  # what leads back to itself; nothing of ours does
            self._known[place] = make()
        return self._known[place]

    def _compound(self, value: Object) -> bytes:
        if isinstance(value, Stream):
            entries = self._entries(value, WRAPPING)
            if PICTURE in value and value.get("/Subtype") == Name.Image:
                return _hash(b"picture", entries, self._dots(value))
            if self._tidied and is_form(value):
                return _hash(b"form", entries, _tidied(value))
            return _hash(b"stream", entries, *_unpacked(value))
        if isinstance(value, Dictionary):
            return _hash(b"dictionary", self._entries(value))
        if isinstance(value, Array):
            return _hash(b"array", *(self.of(item) for item in value))
        if isinstance(value, Name):
            return _hash(b"name", str(value).encode())
        return _hash(b"string", bytes(value)) if isinstance(value, String) else _hash(b"other", value.unparse())

    def _entries(self, value: Object, without: tuple[str, ...] = ()) -> bytes:
        kept = sorted(key for key in value.keys() if key not in without)  # noqa: SIM118
        return _hash(*(part for key in kept for part in (key.encode(), self.of(value[key]))))

    def _operators(self, drawn: Any, resources: Object | None) -> Operators:
        """What is read of operators in one go; of each operand the hash says where it ends, and what kind it is."""
        digest, means, pack = hashlib.sha256(), set[bytes | str](), _FLOAT.pack
        for step in pikepdf.parse_content_stream(drawn):
            name = str(step.operator)
            if name not in PLAIN:
                means.add(name)
            parts = [name.encode(), b" "]
            for operand in step.operands:
                if type(operand) in _NUMBERS and -EXACT < (number := float(operand)) < EXACT:  # most are: be quick
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
            return self.of(operand)
        found = named(resources, operator, operand)
        if found is None:  # a colour space that all know, or the tag of a mark
            means |= {str(operand)} if operator in ("cs", "CS") else set()
            return self.of(operand)
        if not is_form(found):
            thing = self.of(found)
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
        entries, means = (self._entries(form, (*WRAPPING, "/Resources", *but)) for but in ((), ("/BBox", "/Matrix")))
        read = self._operators(form, form.get("/Resources"))
        return Operators(_hash(b"form", entries, read.hash), read.means | {means})


def named(resources: Object | None, operator: str, name: Name) -> Object | None:
    """What an operator means by a name; None where the file does not say it."""
    kind = NAMED.get(operator)
    things = resources.get(kind) if kind is not None and isinstance(resources, Dictionary) else None
    thing = things.get(str(name)) if isinstance(things, Dictionary) else None
    return thing if isinstance(thing, Object) else None


def is_form(thing: Object) -> TypeGuard[Stream]:
    """Whether something is drawn by operators of its own: a form, or a pattern of tiles."""
    return isinstance(thing, Stream) and (thing.get("/Subtype") == Name.Form or thing.get("/PatternType") == 1)


def _contents(page: pikepdf.Page) -> list[Object]:
    """The streams with the operators of a page."""
    contents = page.obj.get("/Contents")
    return [] if contents is None else list(contents) if isinstance(contents, Array) else [contents]


def _tidied(drawn: pikepdf.Page | Object) -> bytes:
    """Operators with a space or a line between them, and nothing else."""
    return pikepdf.unparse_content_stream(pikepdf.parse_content_stream(drawn))


def _unpacked(stream: Object) -> tuple[bytes, bytes]:
    """What a stream says, and how that is packed where only a viewer can unpack it."""
    try:
        return b"", stream.read_bytes()
    except pikepdf.PdfError:
        return b"".join(_wrapping(stream)), stream.read_raw_bytes()


def _wrapping(stream: Object) -> Iterator[bytes]:
    for key in ("/Filter", "/DecodeParms"):
        value = stream.get(key)
        yield value.unparse(resolved=True) if isinstance(value, Object) else b"-"


def _plain(value: object) -> bytes:
    """A number, a truth or nothing. Numbers are as exact as viewers take them: 1, 1.0 and 1.00000001 are one."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal) or not -EXACT < value < EXACT:
        return repr(value).encode()
    return _FLOAT.pack(float(value) + 0.0)


def _hash(*parts: bytes) -> bytes:
    """A hash of the parts, each with its length: no two lists of parts give the same."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.digest()
