"""Decompress web fonts (WOFF, WOFF2), with a limit on their decompressed size."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, Final

from pnp.store.cache import Cache, cache_key

LARGEST: Final = 30_000_000
"""Maximum size of a font in bytes, compressed or not."""
WOFF: Final = b"wOFF"
WOFF2: Final = b"wOF2"
_MOST_TABLES: Final = 200


class WebFontError(Exception):
    """A web font cannot be decompressed; the argument is the reason."""


def decompress_webfont(content: bytes) -> bytes:
    """Return the font inside a WOFF or WOFF2 file. Raise PackedError if it is damaged or too large."""
    if content[:4] == WOFF:
        return _decompress(_woff, content)
    cache, key = Cache.of_user(), cache_key("woff2", hashlib.sha256(content).hexdigest())
    plain = cache.get(key)  # rebuilding the outlines is slow
    if plain is None:
        plain = _decompress(_woff2, content)
        cache.put(key, plain)
    return plain


def _decompress(work: Callable[[bytes], bytes], content: bytes) -> bytes:
    try:
        return work(content)
    except WebFontError:
        raise
    except Exception as error:  # a damaged file can make the library raise anything
        raise WebFontError("it is damaged") from error


def _woff(content: bytes) -> bytes:
    from fontTools.ttLib.sfnt import SFNTWriter

    flavour, tables = content[4:8], list(_woff_tables(content))
    out = BytesIO()
    writer: Any = SFNTWriter(out, len(tables), flavour.decode("latin-1"))
    for tag, table in tables:
        writer[tag] = table
    writer.close()
    return out.getvalue()


def _woff_tables(content: bytes) -> Iterator[tuple[str, bytes]]:
    room = LARGEST
    (count,) = struct.unpack_from(">H", content, 12)
    if count > _MOST_TABLES:
        raise WebFontError(f"it has {count} tables")
    for number in range(count):
        tag, offset, packed, length, _ = struct.unpack_from(">4sLLLL", content, 44 + 20 * number)
        room -= length
        if room < 0:
            raise WebFontError(_too_large())
        data = content[offset : offset + packed]
        if packed < length:
            work = zlib.decompressobj()
            data = work.decompress(data, length)  # never more than the stated length
        if len(data) != length:
            raise WebFontError("a table does not have its stated length")
        yield tag.decode("latin-1"), data


def _woff2(content: bytes) -> bytes:
    from fontTools.ttLib import woff2

    _check_size(content)
    out = BytesIO()
    woff2.decompress(BytesIO(content), out)
    if out.tell() > LARGEST:
        raise WebFontError(_too_large())
    return out.getvalue()


def _check_size(content: bytes) -> None:
    """Raise PackedError if the stream would exceed the size limit, which the library does not check."""
    import brotli
    from fontTools.ttLib import woff2

    count, packed = struct.unpack_from(">H", content, 12)[0], struct.unpack_from(">L", content, 20)[0]
    if count > _MOST_TABLES:
        raise WebFontError(f"it has {count} tables")
    rest, stated = content[48:], 0
    for _ in range(count):
        entry: Any = woff2.WOFF2DirectoryEntry()
        rest = entry.fromString(rest)
        stated += entry.length
    if stated > LARGEST:
        raise WebFontError(_too_large())
    stream = rest[:packed]
    work, size = brotli.Decompressor(), 0
    piece = work.process(stream, output_buffer_limit=1_000_000)
    while True:
        size += len(piece)
        if size > LARGEST:
            raise WebFontError(_too_large())
        if work.is_finished() or not piece:
            return
        piece = work.process(b"", output_buffer_limit=1_000_000)


def _too_large() -> str:
    return f"it unpacks to more than {LARGEST // 1_000_000} MB"
