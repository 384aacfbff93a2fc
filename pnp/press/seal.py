"""Seals: hashes of what is drawn, which do not change when a file is merely saved again."""

from __future__ import annotations

import hashlib
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream

ENCODING_KEYS: Final = ("/Length", "/Filter", "/DecodeParms")
"""Entries about how a stream is stored, not about its content."""
PICTURE: Final = "/PNPPicture"
"""The entry of an image with the hash of its encoded pixels."""
RECURSION_MARK: Final = "seen"


class Sealer:
    """Computes the seals of one open PDF, reading shared objects such as fonts once.

    A picture written by pnp states the hash of its encoded pixels, because decoding them would take minutes. In a
    `printed` file the pixels are hashed to verify this; before that, they are not in the file yet.
    """

    def __init__(self, *, printed: bool = True) -> None:
        self._printed = printed
        self._sealed: dict[tuple[int, int], str] = {}

    def seal(self, drawn: Object) -> str:
        """Return the hash of an object with everything that it refers to."""
        return hashlib.sha256(self._written(drawn).encode()).hexdigest()[:32]

    def page(self, page: pikepdf.Page) -> str:
        """Return the hash of a page: its operators, regardless of white space, and everything they refer to."""
        contents = page.obj.get("/Contents")
        streams = [] if contents is None else list(contents) if isinstance(contents, Array) else [contents]
        drawn = b" ".join(b"\n".join(_content(stream) for stream in streams).split())
        named = self._written(page.obj.get("/Resources"))
        return hashlib.sha256(drawn + named.encode()).hexdigest()[:32]

    def _written(self, value: object) -> str:
        if not isinstance(value, Object):
            return repr(value)
        place = value.objgen
        if place in self._sealed:
            return self._sealed[place]
        if place != (0, 0):
            self._sealed[place] = RECURSION_MARK  # for objects that refer to themselves
        text = hashlib.sha256(self._compound(value).encode()).hexdigest()
        if place != (0, 0):
            self._sealed[place] = text
        return text

    def _compound(self, value: Object) -> str:
        if isinstance(value, Stream):
            entries = self._entries({key: item for key, item in value.items() if key not in ENCODING_KEYS})
            if PICTURE in value:
                return f"{entries}{self._picture(value)}"
            return f"{entries}{hashlib.sha256(_content(value)).hexdigest()}"
        if isinstance(value, Dictionary):
            return self._entries(dict(value.items()))
        if isinstance(value, Array):
            return f"[{' '.join(self._written(item) for item in value)}]"
        return str(value) if isinstance(value, Name) else repr(bytes(value))

    def _picture(self, picture: Stream) -> str:
        """Return the hash of the pixels of a picture, as stated by an unprinted one."""
        if not self._printed:
            return str(picture[PICTURE])
        return hashlib.sha256(picture.read_raw_bytes()).hexdigest()

    def _entries(self, entries: dict[str, object]) -> str:
        return f"<{' '.join(f'{key} {self._written(entries[key])}' for key in sorted(entries))}>"


def _content(stream: Object) -> bytes:
    """Return the decoded content of a stream; an image with its own encoding (JPEG) stays as it is."""
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return stream.read_raw_bytes()
