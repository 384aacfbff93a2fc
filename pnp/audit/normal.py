"""Normal forms: hashes of what a PDF draws, the same for two files that draw the same, however they were saved.

Nothing that a file says of itself is believed: the dots of a picture are hashed, or unpacked and compared.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, Final, TypeGuard

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
EXACT: Final = 2**24
"""Whole numbers beyond it are more exact than 32 bits can say."""

Dots = Callable[[Stream], bytes]
"""What a picture of ours shows."""


class NormalForms:
    """The normal forms of one open PDF; what is shared, such as a font, is read once."""

    def __init__(self, dots: Dots) -> None:
        self._dots = dots
        self._known: dict[tuple[str, tuple[int, int]], bytes] = {}

    def of(self, value: object) -> bytes:
        """The hash of a value with everything that it refers to; streams count unpacked."""
        if not isinstance(value, Object):
            return _hash(b"plain", _plain(value))
        return self._once("of", value, lambda: self._compound(value))

    def stored(self, page: pikepdf.Page) -> bytes:
        """The hash of what a page draws, byte for byte: quick, and the same only in files that were merely repacked."""
        drawn = b"\n".join(_unpacked(stream)[1] for stream in _contents(page))
        return _hash(b"page", drawn, self.of(page.obj.get("/Resources")), self._around(page))

    def drawn(self, page: pikepdf.Page) -> bytes:
        """The hash of what a page draws, operator by operator, whatever its resources are called."""
        return _hash(b"page", self._operators(page, page.obj.get("/Resources")), self._around(page))

    def means(self, page: pikepdf.Page) -> set[bytes | str]:
        """What a page draws with: operators that not every printer understands alike, fonts, pictures, states."""
        found: set[bytes | str] = {self._around(page)}
        self._gather(page, page.obj.get("/Resources"), found, set(), ())
        return found

    def _around(self, page: pikepdf.Page) -> bytes:
        """How a page is mixed with its paper, and what its streams say beside their operators: ours say nothing."""
        said = {self._entries(stream, WRAPPING) for stream in _contents(page)} or {_hash()}
        return _hash(self.of(page.obj.get("/Group")), *sorted(said))

    def _once(self, kind: str, value: Object, make: Callable[[], bytes]) -> bytes:
        place = kind, value.objgen
        if value.objgen == (0, 0):
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

    def _operators(self, drawn: Any, resources: Object | None) -> bytes:
        digest = hashlib.sha256()
        for step in pikepdf.parse_content_stream(drawn):
            operator = str(step.operator)
            operands = [self._operand(operator, operand, resources) for operand in step.operands]
            digest.update(_hash(operator.encode(), *operands))
        return digest.digest()

    def _operand(self, operator: str, operand: object, resources: Object | None) -> bytes:
        if isinstance(operand, pikepdf.PdfInlineImage):
            return _hash(b"inline", operand.unparse())
        if not isinstance(operand, Name) or operator not in NAMED:
            return self.of(operand)
        found = named(resources, operator, operand)
        if found is None:  # a colour space that all know, or the tag of a mark
            return self.of(operand)
        return self._form(found) if is_form(found) else self.of(found)

    def _form(self, form: Stream) -> bytes:
        def make() -> bytes:
            entries = self._entries(form, (*WRAPPING, "/Resources"))
            return _hash(b"form", entries, self._operators(form, form.get("/Resources")))

        return self._once("form", form, make)

    def _gather(
        self,
        drawn: Any,
        resources: Object | None,
        found: set[bytes | str],
        seen: set[tuple[int, int]],
        within: tuple[tuple[int, int], ...],
    ) -> None:
        for step in pikepdf.parse_content_stream(drawn):
            operator = str(step.operator)
            if operator not in PLAIN:
                found.add(operator)
            for operand in step.operands:
                thing = named(resources, operator, operand) if isinstance(operand, Name) else None
                if thing is None:
                    found |= {str(operand)} if operator in ("cs", "CS") else set()
                elif not is_form(thing):
                    found.add(self.of(thing))
                elif thing.objgen in within or len(within) > DEEPEST:
                    found.add("a form that draws itself")
                elif thing.objgen not in seen:
                    seen.add(thing.objgen)
                    found.add(self._entries(thing, (*WRAPPING, "/Resources", "/BBox", "/Matrix")))
                    self._gather(thing, thing.get("/Resources"), found, seen, (*within, thing.objgen))


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
    return struct.pack(">f", float(value) + 0.0)


def _hash(*parts: bytes) -> bytes:
    """A hash of the parts, each with its length: no two lists of parts give the same."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.digest()
