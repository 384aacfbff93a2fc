"""Seals: a hash of what is drawn, which stays the same when a file is only saved again."""

from __future__ import annotations

import hashlib
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream

WRAPPING: Final = ("/Length", "/Filter", "/DecodeParms")
"""How a stream is stored, which is nothing of what it says."""
PICTURE: Final = "/PNPPicture"
"""What a picture of ours says the hash of its dots under."""
KNOWN: Final = "seen"


class Sealer:
    """Makes the seals of one open PDF; what is shared, such as a font, is read once.

    A picture of ours says the hash of its dots as they are packed: unpacking them would take minutes. Whether that is
    so is asked of a file that was printed, not of one whose pictures are still to come.
    """

    def __init__(self, *, printed: bool = True) -> None:
        self._printed = printed
        self._sealed: dict[tuple[int, int], str] = {}

    def seal(self, drawn: Object) -> str:
        """The hash of an object with everything that it refers to."""
        return hashlib.sha256(self._written(drawn).encode()).hexdigest()[:32]

    def page(self, page: pikepdf.Page) -> str:
        """The hash of what a page draws: its operators, whatever space is between them, and all that they name."""
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
            self._sealed[place] = KNOWN  # what leads back to itself
        text = hashlib.sha256(self._compound(value).encode()).hexdigest()
        if place != (0, 0):
            self._sealed[place] = text
        return text

    def _compound(self, value: Object) -> str:
        if isinstance(value, Stream):
            entries = self._entries({key: item for key, item in value.items() if key not in WRAPPING})
            if PICTURE in value:
                return f"{entries}{self._picture(value)}"
            return f"{entries}{hashlib.sha256(_content(value)).hexdigest()}"
        if isinstance(value, Dictionary):
            return self._entries(dict(value.items()))
        if isinstance(value, Array):
            return f"[{' '.join(self._written(item) for item in value)}]"
        return str(value) if isinstance(value, Name) else repr(bytes(value))

    def _picture(self, picture: Stream) -> str:
        """The hash of the dots of a picture, which it says itself."""
        if not self._printed:
            return str(picture[PICTURE])
        return hashlib.sha256(picture.read_raw_bytes()).hexdigest()

    def _entries(self, entries: dict[str, object]) -> str:
        return f"<{' '.join(f'{key} {self._written(entries[key])}' for key in sorted(entries))}>"


def _content(stream: Object) -> bytes:
    """What a stream says; a picture in a form of its own (JPEG) stays as it is."""
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return stream.read_raw_bytes()
