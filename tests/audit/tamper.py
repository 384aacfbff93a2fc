"""What can happen to a finished PDF: hands that remove, double, move, scale and swap what is on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import dist
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pnp.press.seal import Sealer

MM = 72 / 25.4
BLOCK = re.compile(rb"/Piece <<(?P<about>.*?)>> BDC q (?P<clip>.*?) re W n (?P<matrix>.*?) cm (?P<face>/F\d+) Do Q EMC")


def each(*changes: Callable[[Pdf], None]) -> Callable[[Pdf], None]:
    """Several changes, one after the other."""

    def change(pdf: Pdf) -> None:
        for one in changes:
            one(pdf)

    return change


def rewrite(page: pikepdf.Page, change: Callable[[bytes], bytes]) -> None:
    """Change the operators of a page."""
    page.contents_coalesce()
    before = page.obj.Contents.read_bytes()
    after = change(before)
    assert after != before, "nothing was changed"
    page.obj.Contents.write(after)


def block(content: bytes, number: int) -> re.Match[bytes]:
    """One stamped face among a page's operators."""
    return list(BLOCK.finditer(content))[number]


def remove(page: pikepdf.Page, number: int) -> None:
    rewrite(page, lambda content: content.replace(block(content, number)[0], b""))


def double(page: pikepdf.Page, number: int, other: int) -> None:
    """Stamp a face once more, in the place of another one of the page."""

    def change(content: bytes) -> bytes:
        one, two = block(content, number), block(content, other)
        again = one[0].replace(one["clip"], two["clip"]).replace(one["matrix"], two["matrix"])
        return content.replace(two[0], again)

    rewrite(page, change)


def move(page: pikepdf.Page, number: int, dx: float, dy: float) -> None:
    """Move a face with its clip, in mm to the right and up."""

    def change(content: bytes) -> bytes:
        found = block(content, number)
        a, b, c, d, e, f = map(float, found["matrix"].split())
        x, y, width, height = map(float, found["clip"].split())
        e, x, f, y = e + dx * MM, x + dx * MM, f + dy * MM, y + dy * MM
        text = b"/Piece <<%s>> BDC q %s re W n %s cm %s Do Q EMC" % (
            found["about"],
            f"{x} {y} {width} {height}".encode(),
            f"{a} {b} {c} {d} {e} {f}".encode(),
            found["face"],
        )
        return content.replace(found[0], text)

    rewrite(page, change)


def scale(page: pikepdf.Page, number: int, factor: float) -> None:
    """Draw a face larger or smaller, from its lower left corner."""

    def change(content: bytes) -> bytes:
        found = block(content, number)
        a, b, c, d, e, f = map(float, found["matrix"].split())
        matrix = f"{a * factor} {b * factor} {c * factor} {d * factor} {e} {f}".encode()
        return content.replace(found[0], found[0].replace(found["matrix"], matrix))

    rewrite(page, change)


def scale_page(page: pikepdf.Page, factor: float) -> None:
    """Draw the whole page larger or smaller, as "fit to paper" does."""
    rewrite(page, lambda content: f"q {factor} 0 0 {factor} 0 0 cm\n".encode() + content + b"\nQ")


def swap_faces(page: pikepdf.Page, number: int, other: int) -> None:
    """Let two pieces show each other's face; their marks stay."""

    def change(content: bytes) -> bytes:
        one, two = block(content, number), block(content, other)
        assert one["face"] != two["face"]
        return (
            content.replace(one[0], one[0].replace(one["face"], b"/F-"))
            .replace(two[0], two[0].replace(two["face"], one["face"]))
            .replace(b"/F- Do", two["face"] + b" Do")
        )

    rewrite(page, change)


def steal_back(pdf: Pdf, page: int, number: int, source: int) -> None:
    """Let a piece show the first face of another page; its mark stays."""
    faces = pdf.pages[page].obj.Resources.XObject
    other = pdf.pages[source].obj.Resources.XObject
    name = next(iter(other.keys()))
    assert name not in faces
    faces[name] = other[name]

    def change(content: bytes) -> bytes:
        found = block(content, number)
        return content.replace(found[0], found[0].replace(found["face"] + b" Do", f"{name} Do".encode()))

    rewrite(pdf.pages[page], change)


def rename(page: pikepdf.Page, number: int, old: bytes, new: bytes) -> None:
    """Write something else in a mark."""

    def change(content: bytes) -> bytes:
        found = block(content, number)
        return content.replace(found[0], found[0].replace(old, new))

    rewrite(page, change)


def cover(page: pikepdf.Page, number: int, *, on_layer: bool) -> None:
    """Paint white over a face, below or on the layer of the marks."""

    def change(content: bytes) -> bytes:
        x, y, width, height = map(float, block(content, number)["clip"].split())
        paint = f"q 1 g {x + 20} {y + 20} {width - 40} {height - 40} re f Q\n".encode()
        if not on_layer:
            return content.replace(b"/OC /", paint + b"/OC /", 1)
        last = content.rindex(b"EMC")
        return content[:last] + paint + content[last:]

    rewrite(page, change)


TICK = re.compile(rb"(?P<x1>[\d.]+) (?P<y1>[\d.]+) m\s(?P<x2>[\d.]+) (?P<y2>[\d.]+) l\s")
"""A straight stroke of a path."""


def _ticks(content: bytes) -> tuple[int, int]:
    """Where the operators of the dark ticks are: after the light lines below them."""
    begin = content.index(b"0 G", content.index(b"/OC"))
    return begin, content.index(b"S", begin)


def move_tick(page: pikepdf.Page, number: int, dx: float, dy: float, *, along: bool = False) -> None:
    """Move a tick across its line in mm, to the right or up; or any tick along its line."""

    def change(content: bytes) -> bytes:
        begin, end = _ticks(content)
        ticks = [tick for tick in TICK.finditer(content, begin, end) if (tick["x1"] == tick["x2"]) != along]
        tick = ticks[number]
        x1, y1, x2, y2 = map(float, tick.groups())
        moved = f"{x1 + dx * MM:.4f} {y1 + dy * MM:.4f} m\n{x2 + dx * MM:.4f} {y2 + dy * MM:.4f} l\n".encode()
        return content[: tick.start()] + moved + content[tick.end() :]

    rewrite(page, change)


def push_mark_to_the_edge(page: pikepdf.Page) -> None:
    """Move the first mark of a page along its line, to where most printers leave the paper white; ticks stay."""
    sizes = [float(side) for side in page.mediabox[2:]]

    def change(content: bytes) -> bytes:
        begin, end = _ticks(content)
        lines = {tick: [float(at) for at in tick.groups()] for tick in TICK.finditer(content, begin, end)}
        mark, ends = next((tick, at) for tick, at in lines.items() if dist(at[:2], at[2:]) > 5 * MM)
        along = 0 if ends[1] == ends[3] else 1
        far = ends[along] > sizes[along] / 2
        ends[along::2] = [sizes[along] - at * MM if far else at * MM for at in (1, 3.5)]
        moved = "{:.4f} {:.4f} m\n{:.4f} {:.4f} l\n".format(*ends).encode()
        return content[: mark.start()] + moved + content[mark.end() :]

    rewrite(page, change)


def remove_ticks(page: pikepdf.Page, count: int = 0) -> None:
    """Take the first ticks of a page away, or all; what is light below them stays."""

    def change(content: bytes) -> bytes:
        begin, end = _ticks(content)
        return content[:begin] + TICK.sub(b"", content[begin:end], count=count) + content[end:]

    rewrite(page, change)


def remove_line(page: pikepdf.Page, number: int) -> None:
    """Take the marks and ticks of a vertical cut away, counted from the left edge of the paper."""

    def change(content: bytes) -> bytes:
        begin, end = _ticks(content)
        upright = [tick for tick in TICK.finditer(content, begin, end) if tick["x1"] == tick["x2"]]
        gone = sorted({float(tick["x1"]) for tick in upright})[number]
        for tick in reversed(upright):
            if float(tick["x1"]) == gone:
                content = content[: tick.start()] + content[tick.end() :]
        return content

    rewrite(page, change)


def remove_marks(page: pikepdf.Page) -> None:
    """Take all straight lines of a page away but those of its ruler."""

    def change(content: bytes) -> bytes:
        layer = content.index(b"/OC")
        ruler = content.rindex(b".255118 w")
        return content[:layer] + TICK.sub(b"", content[layer:ruler]) + content[ruler:]

    rewrite(page, change)


def pin(pdf: Pdf, page: pikepdf.Page) -> None:
    """Put a note on a page."""
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=[100, 100, 300, 300], Contents=String("here"))
    page.obj.Annots = pdf.make_indirect(Array([pdf.make_indirect(note)]))


def redraw(page: pikepdf.Page, number: int) -> None:
    """Add strokes to a face itself."""
    page.contents_coalesce()
    name = block(page.obj.Contents.read_bytes(), number)["face"].decode()
    form = page.obj.Resources.XObject[name]
    x0, y0, x1, y1 = (float(edge) for edge in form.BBox)
    paint = f"\nq 0 g {x0 + 30} {y0 + 30} {x1 - x0 - 60} {y1 - y0 - 60} re f Q"
    form.write(form.read_bytes() + paint.encode())


def unembed(pdf: Pdf) -> None:
    """Take a font out of the file."""
    for thing in pdf.objects:
        if isinstance(thing, Dictionary) and thing.get("/Type") == "/FontDescriptor":
            for key in ("/FontFile", "/FontFile2", "/FontFile3"):
                if key in thing:
                    del thing[key]
            return


def reseal(pdf: Pdf) -> None:
    """A cunning hand: write seals that fit what the file shows now."""
    stream = pdf.Root.PieceInfo.PNP.Private
    ticket = json.loads(stream.read_bytes())
    sealer = Sealer()
    ticket["pages"] = [sealer.page(page) for page in pdf.pages]
    forms = {
        sealer.seal(form)
        for page in pdf.pages
        for form in page.obj.get("/Resources", Dictionary()).get("/XObject", Dictionary()).values()
    }
    missing = [seal for seal in ticket["faces"] if seal not in forms]
    fresh = [seal for seal in forms if seal not in ticket["faces"]]
    for old, new in zip(missing, fresh, strict=False):
        ticket["faces"][new] = ticket["faces"].pop(old)
    stream.write(json.dumps(ticket).encode())


def tampered(source: Path, target: Path, change: Callable[[Pdf], None], *, cunning: bool = False) -> Path:
    """A copy of a PDF after something happened to it."""
    with pikepdf.open(source) as pdf:
        change(pdf)
        if cunning:
            reseal(pdf)
        pdf.save(target)
    return target
