"""Hands that forge: files made to pass for what pnp printed, and what files carry, tell and do beside their pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from tests.audit import tamper

Hand = Callable[[Pdf], None]
SHEET = 2
"""The page of the cards, from 0, behind the guide and its empty back."""


def with_ticket(source: Path, ticket: Path, target: Path) -> Path:
    """A PDF with the ticket of another one."""
    with pikepdf.open(source) as pdf, pikepdf.open(ticket) as true:
        pdf.Root.PieceInfo.PNP.Private.write(true.Root.PieceInfo.PNP.Private.read_bytes())
        pdf.save(target)
    return target


def drawn_last(operators: bytes, page: int = SHEET) -> Hand:
    """Draw something on the layer of the marks, over all."""

    def hand(pdf: Pdf) -> None:
        def change(content: bytes) -> bytes:
            last = content.rindex(b"EMC")
            return content[:last] + operators + content[last:]

        tamper.rewrite(pdf.pages[page], change)

    return hand


def replaced(pattern: bytes, new: Callable[[re.Match[bytes]], bytes], page: int = SHEET) -> Hand:
    """Write something else for the last match of a pattern among the operators of a page."""

    def hand(pdf: Pdf) -> None:
        def change(content: bytes) -> bytes:
            found = list(re.finditer(pattern, content, re.DOTALL))[-1]
            return content[: found.start()] + new(found) + content[found.end() :]

        tamper.rewrite(pdf.pages[page], change)

    return hand


def in_face(operators: bytes) -> Hand:
    """Draw something more on a face."""

    def hand(pdf: Pdf) -> None:
        form = next(iter(pdf.pages[SHEET].obj.Resources.XObject.values()))
        form.write(form.read_bytes() + operators)

    return hand


def overprinted(pdf: Pdf) -> None:
    """Draw white where all is white, in a state that printers mix inks in."""
    resources = pdf.pages[SHEET].obj.Resources
    resources.ExtGState = Dictionary(Mixed=Dictionary(OP=True, op=True, OPM=1))
    drawn_last(b"q /Mixed gs 1 g 300 60 2 2 re f Q\n")(pdf)


def told(key: str, value: object) -> Hand:
    """Tell printers something."""

    def hand(pdf: Pdf) -> None:
        pdf.Root.ViewerPreferences[key] = value

    return hand


def in_root(key: str, value: object) -> Hand:
    """Put something into the catalog."""

    def hand(pdf: Pdf) -> None:
        pdf.Root[key] = value

    return hand


def attached(pdf: Pdf) -> None:
    """Put a file into the file."""
    pdf.attachments["game.txt"] = b"another game"


def linked(pdf: Pdf) -> None:
    """Let an entry of the outline open a program."""
    entry = pdf.Root.Outlines.First
    del entry["/Dest"]
    entry.A = Dictionary(S=Name.Launch, F=String("calc.exe"))


def leading_elsewhere(pdf: Pdf) -> None:
    """Let an entry of the outline show another page."""
    pdf.Root.Outlines.First.Dest = Array([pdf.pages[1].obj, Name.Fit])


def boxed(name: str) -> Hand:
    """Make a box of the page of the cards smaller."""

    def hand(pdf: Pdf) -> None:
        pdf.pages[SHEET].obj[name] = Array([100, 100, 300, 400])

    return hand


def turned_from_above(pdf: Pdf) -> None:
    """Turn the pages by what all of them inherit."""
    for page in pdf.pages:
        del page.obj["/Rotate"]
    pdf.Root.Pages.Rotate = 180


def acting_page(pdf: Pdf) -> None:
    """Let a page do something when it is shown."""
    pdf.pages[SHEET].obj.AA = Dictionary(O=Dictionary(S=Name.JavaScript, JS=String("print()")))


def spoken_page(pdf: Pdf) -> None:
    """Give a page what pnp writes on none."""
    pdf.pages[SHEET].obj.SeparationInfo = Dictionary(DeviceColorant=Name.Cyan)


def elsewhere(pdf: Pdf) -> None:
    """Let the operators of a page lie in another file, where some viewers look for them."""
    page = pdf.pages[SHEET]
    page.contents_coalesce()
    page.obj.Contents["/F"] = String("other.bin")


def said_twice(source: Path, target: Path) -> Path:
    """A page that has an entry twice: readers take the first one or the last."""
    with pikepdf.open(source) as pdf:
        pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    data = target.read_bytes()
    assert b"/Rotate 0" in data
    target.write_bytes(data.replace(b"/Rotate 0", b"/Type /Pg", 1))
    return target


def locked_layer(pdf: Pdf) -> None:
    """Lock the layer of the marks."""
    pdf.Root.OCProperties.D.Locked = Array(list(pdf.Root.OCProperties.OCGs))


def added_page(pdf: Pdf) -> None:
    """A page more."""
    pdf.add_blank_page(page_size=(595.2756, 841.8898))


def updated(source: Path, target: Path) -> Path:
    """A file with an update at its end that changes an object; what was there before is still in it."""
    with pikepdf.open(source) as pdf:
        pdf.save(target, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    data = target.read_bytes()
    with pikepdf.open(target) as pdf:
        number, size = pdf.pages[1].obj.objgen[0], int(pdf.trailer.Size)
        page = pdf.pages[1].obj.unparse(resolved=True).replace(b"<<", b"<< /PNPNote 1", 1)
        root, info = pdf.Root.objgen[0], pdf.trailer.Info.objgen[0]
    before = int(re.findall(rb"startxref\s+(\d+)", data)[-1])
    body = b"%d 0 obj\n%s\nendobj\n" % (number, page)
    at = len(data)
    table = f"xref\n{number} 1\n{at:010d} 00000 n \ntrailer\n"
    end = f"<< /Size {size} /Root {root} 0 R /Info {info} 0 R /Prev {before} >>\nstartxref\n{at + len(body)}\n%%EOF\n"
    target.write_bytes(data + body + table.encode() + end.encode())
    return target


def sanitised(pdf: Pdf) -> None:
    """Rewrite all operators, as `mutool clean -s` does: states, colours and numbers are written differently."""
    for page in pdf.pages:
        page.contents_coalesce()
        page.obj.Contents.write(_sanitised(page))
    for thing in pdf.objects:
        if isinstance(thing, Stream) and thing.get("/Subtype") == Name.Form:
            thing.write(_sanitised(thing))
            thing.BBox = Array([round(float(edge) + 3e-6, 6) for edge in thing.BBox])


def _sanitised(drawn: Stream | pikepdf.Page) -> bytes:
    steps = []
    for step in pikepdf.parse_content_stream(drawn):
        operator, operands = str(step.operator), list(step.operands)
        if operator in ("cs", "CS") or (operator == "cm" and [float(each) for each in operands] == [1, 0, 0, 1, 0, 0]):
            continue
        if operator in ("scn", "SCN") and len(operands) in (1, 3) and not isinstance(operands[-1], Name):
            plain = {("scn", 3): "rg", ("SCN", 3): "RG", ("scn", 1): "g", ("SCN", 1): "G"}[operator, len(operands)]
            step = pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(plain))
        steps.append(step)
    return b"q\n" + pikepdf.unparse_content_stream(steps) + b"\nQ"


def renamed(pdf: Pdf) -> None:
    """Give all that pages draw other names, and list things that nobody draws."""
    for page in pdf.pages:
        things = page.obj.Resources.get("/XObject")
        if things is None:
            continue
        page.contents_coalesce()
        content = re.sub(rb"/F(\d+) Do", rb"/Other\1 Do", page.obj.Contents.read_bytes())
        page.obj.Contents.write(content)
        page.obj.Resources.XObject = Dictionary({f"/Other{name[2:]}": thing for name, thing in things.items()})
        page.obj.Resources.ProcSet = Array([Name.PDF])


def redrawn(source: Path, target: Path) -> Path:
    """What a program that prints into PDFs leaves: the pages, and what people call the file."""
    out = BytesIO()
    with pikepdf.open(source) as pdf, Pdf.new() as new:
        new.pages.extend(pdf.pages)
        new.docinfo["/Creator"] = str(pdf.docinfo["/Creator"])
        new.docinfo["/Producer"] = "GPL Ghostscript 10.00.0"
        new.save(out)
    target.write_bytes(out.getvalue())
    return target


def version_of(number: str) -> Hand:
    """Say that another pnp printed it."""

    def hand(pdf: Pdf) -> None:
        stream = pdf.Root.PieceInfo.PNP.Private
        ticket = json.loads(stream.read_bytes())
        ticket["version"] = number
        stream.write(json.dumps(ticket).encode())

    return hand
