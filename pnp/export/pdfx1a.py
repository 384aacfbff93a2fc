"""PDF/X-1a:2003 (ISO 15930-4): ICC profiles, separation into four inks, and pages that are one CMYK picture each.

The conversion uses a lookup table of 33 × 33 × 33 colours. Where the profile asks for more ink than the limit, black
replaces the grey component of cyan, magenta and yellow: of many such mixtures, the one that looks most similar
according to the profile is chosen. Colours in between are interpolated, which can never add ink.

The file is written sequentially and never held in memory. It is PDF 1.4 with a plain cross-reference table, and has no
fonts, layers, transparency, object streams or metadata streams. An image is stored once, however many pages show it.

Compressed losslessly, a face of drawn art takes 0.1 to 0.4 MB at 600 dpi. A JPEG of quality 95 is four to eight times
as large, and its artefacts exceed the ink limit by 10%. So only photographs, which hardly compress without loss, become
JPEGs: with correspondingly less ink, and only if the decoded pixels stay within the limit.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

import numpy as np

from pnp import __version__
from pnp.errors import Location, PressError, Problem, option_location, os_problem
from pnp.export.raster import FacePicture, rasterize
from pnp.geometry.units import Size, points
from pnp.press.ticket import NO_DATE
from pnp.store.files import read_file
from pnp.worker.progress import Progress, expect_faces, silent
from pnp.worker.task import task

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST: Final = 16_000_000
"""Maximum size of a profile, in bytes; press profiles have 0.5 to 3 MB."""
MOST_FILES: Final = 2000
"""Maximum number of profile files considered."""
DEEPEST: Final = 4
"""Maximum depth of folders that are searched."""
HINT: Final = (
    "give one with --icc FILE, or install one: apt install icc-profiles-free (Debian, Ubuntu), "
    "dnf install colord-extra-profiles (Fedora); Ghostscript includes one (default_cmyk.icc)"
)
PREFERRED: Final = (
    "uswebcoatedswop", "swop2006_coated3v2", "swop2013c3-crpc5", "swop", "gracol2006_coated1v2", "gracol", "fogra39",
    "isocoated_v2", "psocoated_v3", "fogra51", "default_cmyk", "generic cmyk profile",
)  # fmt: skip
"""File name prefixes, best first: the profile that the shop recommends, similar ones, then others."""
PRINTING_CONDITIONS: Final = {
    "U.S. Web Coated (SWOP) v2": "CGATS TR 001",
    "SWOP2006_Coated3v2": "CGATS TR 003",
    "GRACoL2006_Coated1v2": "CGATS TR 006",
    "Coated FOGRA39 (ISO 12647-2:2004)": "FOGRA39",
    "ISO Coated v2 (ECI)": "FOGRA39",
    "PSO Coated v3": "FOGRA51",
}
"""Names of printing conditions in the ICC registry, by the description of their profiles."""
CUSTOM: Final = "Custom"


@dataclass(frozen=True)
class PressProfile:
    """The ICC profile of a CMYK press."""

    name: str
    """File name."""
    content: bytes
    title: str
    """Description in the profile."""

    @property
    def condition(self) -> str:
        """Name of its printing condition in the ICC registry, or `Custom` if it is not registered."""
        return PRINTING_CONDITIONS.get(self.title, CUSTOM)


def find_profile(given: Path | None) -> PressProfile:
    """Return the given profile, or the best one on this machine.

    Raise PressError, with a hint on what to install, if there is none or the given one cannot be used.
    """
    if given is not None:
        try:
            return read_profile(given)
        except OSError as error:
            raise PressError(os_problem(error, Location(str(given)), "cannot be read")) from error
    found = sorted(_installed_profiles(), key=lambda path: (_rank(path), path.name.lower(), str(path)))
    for path in found:
        try:
            return read_profile(path)
        except (OSError, PressError):  # for a screen, a camera or a scanner
            continue
    message = "is missing, and this machine has no colour profile for a press (CMYK)"
    raise PressError(Problem(option_location("--icc"), message, HINT, code="E1105"))


def read_profile(path: Path) -> PressProfile:
    """Read a profile; raise PressError if it is not for a CMYK press, OSError if it cannot be read."""
    content = read_file(path, LARGEST)
    where = Location(str(path))
    if len(content) < 132 or content[36:40] != b"acsp" or struct.unpack_from(">I", content)[0] > len(content):
        raise PressError(Problem(where, "is not an ICC colour profile", HINT, code="E1105"))
    space, device = content[16:20], content[12:16]
    if (space, device) != (b"CMYK", b"prtr"):
        kind = f"one for {_printable(space)} ({_printable(device)})"
        message = "must be a colour profile for a press (CMYK, prtr)"
        raise PressError(Problem(where, message, HINT, found=kind, code="E1105"))
    if content[8] > 2:
        hint = "PDF/X-1a:2003 allows no newer version; for most presses there is also a version 2 profile"
        found = f"version {content[8]}"
        raise PressError(Problem(where, "must be a version 2 ICC profile", hint, found=found, code="E1105"))
    return PressProfile(path.name, content, _title(content) or path.stem)


def _printable(sign: bytes) -> str:
    text = sign.decode("ascii", "replace").strip()
    return text if text.isprintable() and text else "?"


def _title(content: bytes) -> str:
    """Return the description in a version 2 profile, or an empty string if it has none."""
    count = min(struct.unpack_from(">I", content, 128)[0], (len(content) - 132) // 12)
    for at in range(132, 132 + 12 * count, 12):
        tag, offset, size = struct.unpack_from(">4sII", content, at)
        if tag == b"desc" and content[offset : offset + 4] == b"desc" and offset + 12 <= len(content):
            length = struct.unpack_from(">I", content, offset + 8)[0]
            text = content[offset + 12 : offset + min(12 + length, size)]
            return "".join(sign for sign in text.decode("ascii", "ignore") if sign.isprintable()).strip()[:100]
    return ""


def _rank(path: Path) -> int:
    name = path.name.lower()
    return next((at for at, begin in enumerate(PREFERRED) if name.startswith(begin)), len(PREFERRED))


def _installed_profiles() -> Iterator[Path]:
    """Yield the profile files in the usual folders of Linux, macOS and Windows."""
    count = 0
    for place in profile_folders():
        for parent, folders, names in os.walk(place):
            if len(Path(parent).relative_to(place).parts) >= DEEPEST:
                folders.clear()
            for name in sorted(names):
                if name.lower().endswith((".icc", ".icm")) and (count := count + 1) <= MOST_FILES:
                    yield Path(parent, name)


def profile_folders() -> list[Path]:
    """Return the folders where this machine may have colour profiles."""
    home, set_ = Path.home(), os.environ.get
    shared = [Path(place) for place in set_("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":") if place]
    data = Path(set_("XDG_DATA_HOME") or home / ".local/share")
    windows = Path(set_("SystemRoot") or "C:/Windows", "System32/spool/drivers/color")
    programs = [Path(place) for name in ("CommonProgramFiles", "CommonProgramFiles(x86)") if (place := set_(name))]
    adobe = [Path("/Library/Application Support"), *programs]
    return [
        data / "icc", home / ".color/icc", *(place / "color/icc" for place in shared), Path("/var/lib/colord/icc"),
        home / "Library/ColorSync/Profiles", Path("/Library/ColorSync/Profiles"),
        Path("/System/Library/ColorSync/Profiles"), windows, *(place / "Adobe/Color/Profiles" for place in adobe),
    ]  # fmt: skip


NODES: Final = 33
"""Nodes along each side of the table; 95% of colours are then within 1/255 of the profile's conversion."""
FULL: Final = 255
BLACKS: Final = np.linspace(0, 1, 17)
"""Amounts of added black that are tried, as shares of what is left up to 100%."""
REST: Final = np.linspace(1, 0.5, 11)
"""Amounts of cyan, magenta and yellow that are tried, as shares of what the limit leaves for them."""
RELATIVE: Final = 1
"""Rendering intent: relative colorimetric; with black point compensation, this is the usual choice of print shops."""


@task
def make_ink_table(name: str, profile: bytes, limit: float, black: tuple[float, ...]) -> bytes:
    """Return the lookup table of a colour profile, with inks in percent; raise PressError if the profile is damaged."""
    from PIL import ImageCms

    try:
        return make_table(profile, limit, black).tobytes()
    except (ImageCms.PyCMSError, OSError) as error:
        message = "is a damaged colour profile"
        raise PressError(Problem(Location(name), message, HINT, found=str(error), code="E1105")) from error


def make_table(profile: bytes, limit: float, black: tuple[float, ...]) -> NDArray[np.uint8]:
    """Return the inks of each colour, from 0 to 255, with at most `limit`% of ink in total; red varies fastest.

    White has no ink, and black is the given mixture.
    """
    press = _PressTransform(profile)
    steps = np.round(np.linspace(0, FULL, NODES)).astype(np.uint8)
    blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
    colours = np.stack([red, green, blue], axis=-1).reshape(-1, 3)
    table = press.to_cmyk(colours)
    most = int(limit / 100 * FULL)
    over = np.flatnonzero(table.sum(axis=1, dtype=np.int64) > most)
    if len(over):
        table[over] = _limited(table[over], most, press)
    table[0] = [round(part / 100 * FULL) for part in black]
    table[-1] = 0
    return table


def _limited(inks: NDArray[np.uint8], most: int, press: _PressTransform) -> NDArray[np.uint8]:
    """Return the most similar mixtures with at most `most` ink in total, in units of 1/255."""
    wanted = press.to_lab(inks)
    colour, black = inks[:, :3].astype(float), inks[:, 3].astype(float)
    best, nearest = inks.copy(), np.full(len(inks), np.inf)
    for share in BLACKS:
        darker = black + (FULL - black) * share
        for part in REST:
            room = np.minimum(colour.sum(axis=1), (most - darker) * part)
            for less in (_scaled(colour, room), _greyless(colour, room)):
                tried = np.floor(np.column_stack([less, darker])).astype(np.uint8)
                apart = np.linalg.norm(press.to_lab(tried) - wanted, axis=1)
                better = apart < nearest
                nearest[better], best[better] = apart[better], tried[better]
    return best


def _scaled(colour: NDArray[np.float64], room: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reduce all inks in proportion, so that their sum is at most `room`."""
    scaled: NDArray[np.float64] = colour * (room / colour.sum(axis=1))[:, None]
    return scaled


def _greyless(colour: NDArray[np.float64], room: NDArray[np.float64]) -> NDArray[np.float64]:
    """Reduce all inks by the same amount, which removes grey, so that their sum is at most `room`."""
    low, middle, high = np.sort(colour, axis=1).T
    less = (colour.sum(axis=1) - room) / 3
    less = np.where(less > low, (middle + high - room) / 2, less)
    less = np.where(less > middle, high - room, less)
    left: NDArray[np.float64] = np.maximum(colour - np.maximum(less, 0)[:, None], 0)
    return left


def to_cmyk(dots: NDArray[np.uint8], table: bytes, limit: float) -> NDArray[np.uint8]:
    """Return the inks of RGB pixels, from 0 to 255, with at most `limit`% of ink at each pixel."""
    from PIL import Image, ImageFilter

    values = np.frombuffer(table, np.uint8).astype(np.float32) / FULL
    lookup = ImageFilter.Color3DLUT(NODES, values, channels=4, target_mode="CMYK")
    return limit_ink(np.array(Image.fromarray(np.ascontiguousarray(dots)).filter(lookup)), limit)


def limit_ink(inks: NDArray[np.uint8], limit: float) -> NDArray[np.uint8]:
    """Reduce cyan, magenta and yellow in place wherever the total ink exceeds `limit`%; return the pixels."""
    most = int(limit / 100 * FULL)
    over = inks.sum(axis=2, dtype=np.uint16) > most
    if over.any():
        dots = inks[over].astype(np.int64)
        room = np.maximum(most - dots[:, 3], 0)
        dots[:, :3] = dots[:, :3] * room[:, None] // np.maximum(dots[:, :3].sum(axis=1), 1)[:, None]
        inks[over] = dots.astype(np.uint8)
    return inks


def max_ink(inks: NDArray[np.uint8]) -> float:
    """Return the most ink at any pixel, in percent."""
    return float(inks.sum(axis=2, dtype=np.uint16).max()) / FULL * 100


class _PressTransform:
    """LittleCMS with a profile: conversions from RGB to CMYK and from CMYK to Lab."""

    def __init__(self, profile: bytes) -> None:
        from PIL import ImageCms

        own = ImageCms.ImageCmsProfile(BytesIO(profile))
        screen, seen = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        black_point = ImageCms.Flags.BLACKPOINTCOMPENSATION
        self._apply = ImageCms.applyTransform
        self._to_inks = ImageCms.buildTransform(screen, own, "RGB", "CMYK", ImageCms.Intent(RELATIVE), black_point)
        self._to_looks = ImageCms.buildTransform(own, seen, "CMYK", "LAB", ImageCms.Intent(RELATIVE))

    def to_cmyk(self, colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return RGB colours as CMYK."""
        return self._converted(colours, "RGB", self._to_inks).reshape(-1, 4)

    def to_lab(self, inks: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return CMYK colours as Lab, with lightness from 0 to 100."""
        lab = self._converted(inks, "CMYK", self._to_looks).reshape(-1, 3)
        return np.column_stack([lab[:, 0] / (FULL / 100), lab[:, 1:].astype(np.int8).astype(float)])

    def _converted(self, values: NDArray[np.uint8], mode: str, transform: object) -> NDArray[np.uint8]:
        from PIL import Image

        row = Image.frombytes(mode, (len(values), 1), np.ascontiguousarray(values).tobytes())
        made = self._apply(row, transform)  # type: ignore[arg-type]
        if made is None:
            raise ValueError("the transform returned no image")
        return np.array(made)


VERSION: Final = "PDF/X-1a:2003"
REGISTRY: Final = "http://www.color.org"
CATALOG, PAGES, INFO, PROFILE = 1, 2, 3, 4
"""Numbers of the objects that every file has."""
FLATE, DCT = "FlateDecode", "DCTDecode"
"""PDF filters of images."""


class CmykImage(NamedTuple):
    """A compressed CMYK image for a PDF."""

    width: int
    """Width, in pixels."""
    height: int
    """Height, in pixels."""
    packing: str
    """PDF filter that decodes it: FlateDecode, or DCTDecode for a JPEG, which stores inks inverted."""
    content: bytes


class PdfXWriter:
    """A writer of a PDF/X-1a:2003 file; use it as a context manager, which completes the file."""

    def __init__(self, file: BinaryIO, profile: PressProfile, title: str) -> None:
        self._file, self._profile, self._title = file, profile, title
        self._places: dict[int, int] = {}
        """Byte offset of each object."""
        self._next = PROFILE + 1
        self._at = 0
        self._hash = hashlib.md5(usedforsecurity=False)
        self._kids: list[int] = []
        self._drawings: dict[bytes, int] = {}
        self._write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")

    def __enter__(self) -> PdfXWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is None:
            self._close()

    def add_image(self, image: CmykImage) -> int:
        """Write an image and return its object number."""
        inverted = " /Decode [1 0 1 0 1 0 1 0]" if image.packing == DCT else ""
        about = (
            f"/Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} /ColorSpace /DeviceCMYK "
            f"/BitsPerComponent 8{inverted} /Filter /{image.packing}"
        )
        return self._stream(about, image.content)

    def add_page(self, media: Size, trim: Size, image: int | None) -> None:
        """Write a page of size `media` with a centred trim box, in mm; without an image it is blank."""
        width, height = points(media.width), points(media.height)
        drawn = b"" if image is None else f"q {_number(width)} 0 0 {_number(height)} 0 0 cm /P Do Q".encode()
        if drawn not in self._drawings:
            self._drawings[drawn] = self._stream("/Filter /FlateDecode", zlib.compress(drawn, 9))
        x, y = (width - points(trim.width)) / 2, (height - points(trim.height)) / 2
        whole = f"[0 0 {_number(width)} {_number(height)}]"
        cut = f"[{_number(x)} {_number(y)} {_number(width - x)} {_number(height - y)}]"
        used = "" if image is None else f" /XObject << /P {image} 0 R >>"
        self._kids.append(
            self._object(
                f"<< /Type /Page /Parent {PAGES} 0 R /MediaBox {whole} /BleedBox {whole} /TrimBox {cut} "
                f"/Resources << /ProcSet [/PDF /ImageC]{used} >> /Contents {self._drawings[drawn]} 0 R >>"
            )
        )

    def _close(self) -> None:
        profile = self._profile
        content = zlib.compress(profile.content, 9)
        self._stream("/N 4 /Alternate /DeviceCMYK /Filter /FlateDecode", content, PROFILE)
        intent = (
            f"<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier {_text(profile.condition)} "
            f"/OutputCondition {_text(profile.title)} /Info {_text(profile.title)} /RegistryName {_text(REGISTRY)} "
            f"/DestOutputProfile {PROFILE} 0 R >>"
        )
        self._object(f"<< /Type /Catalog /Pages {PAGES} 0 R /OutputIntents [{intent}] >>", CATALOG)
        kids = "\n".join(f"{kid} 0 R" for kid in self._kids)
        self._object(f"<< /Type /Pages /Count {len(self._kids)} /Kids [{kids}] >>", PAGES)
        made = f"pnp {__version__}"
        self._object(
            f"<< /Title {_text(self._title)} /Creator {_text(made)} /Producer {_text(made)} "
            f"/CreationDate {_text(NO_DATE)} /ModDate {_text(NO_DATE)} /Trapped /False "
            f"/GTS_PDFXVersion {_text(VERSION)} >>",
            INFO,
        )
        start, count = self._at, self._next
        table = "".join(f"{self._places[number]:010d} 00000 n \n" for number in range(1, count))
        name = self._hash.hexdigest()
        self._write(
            f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root {CATALOG} 0 R "
            f"/Info {INFO} 0 R /ID [<{name}> <{name}>] >>\nstartxref\n{start}\n%%EOF\n".encode()
        )

    def _stream(self, about: str, content: bytes, number: int | None = None) -> int:
        number = self._begin(number)
        self._write(f"<< {about} /Length {len(content)} >>\nstream\n".encode())
        self._write(content)
        self._write(b"\nendstream\nendobj\n")
        return number

    def _object(self, value: str, number: int | None = None) -> int:
        number = self._begin(number)
        self._write(f"{value}\nendobj\n".encode())
        return number

    def _begin(self, number: int | None) -> int:
        if number is None:
            number, self._next = self._next, self._next + 1
        self._places[number] = self._at
        self._write(f"{number} 0 obj\n".encode())
        return number

    def _write(self, content: bytes) -> None:
        self._file.write(content)
        self._hash.update(content)
        self._at += len(content)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Return a PDF string: literal if it is ASCII, otherwise in UTF-16."""
    if text.isascii() and text.isprintable():
        for sign in "\\()":
            text = text.replace(sign, f"\\{sign}")
        return f"({text})"
    return f"<feff{text.encode('utf-16-be').hex()}>"


JPEG_RATIO: Final = 0.25
"""Lossless compression ratio above which a JPEG is tried."""
QUALITY: Final = 95
JPEG_ARTEFACTS: Final = 12.0
"""Ink that JPEG artefacts may add to a pixel, in percent."""


@task
def make_cmyk_images(
    pictures: list[FacePicture], table: bytes, limit: float, *, progress: Progress = silent
) -> list[tuple[CmykImage, float]]:
    """Return the CMYK image of each picture, and the most ink at any of its pixels, in percent."""
    expect_faces(len(pictures))
    made = []
    for done, dots in enumerate(rasterize(pictures), 1):
        inks = to_cmyk(dots, table, limit)
        made.append((compress_inks(inks, limit), max_ink(inks)))
        progress(done, len(pictures))
    return made


def compress_inks(inks: NDArray[np.uint8], limit: float) -> CmykImage:
    """Compress CMYK pixels: losslessly, or as a JPEG if that is much smaller and within the ink limit."""
    height, width, _ = inks.shape
    whole = zlib.compress(inks.tobytes(), 6)
    if len(whole) > JPEG_RATIO * inks.nbytes:
        lighter = encode_jpeg(limit_ink(inks.copy(), limit - JPEG_ARTEFACTS))
        if 2 * len(lighter) < len(whole) and max_ink(decode_jpeg(lighter)) <= limit:
            return CmykImage(width, height, DCT, lighter)
    return CmykImage(width, height, FLATE, whole)


def encode_jpeg(inks: NDArray[np.uint8]) -> bytes:
    """Return CMYK pixels as a JPEG, inverted as Adobe writes them."""
    from PIL import Image

    height, width, _ = inks.shape
    out = BytesIO()
    Image.frombytes("CMYK", (width, height), inks.tobytes()).save(out, "JPEG", quality=QUALITY, subsampling=0)
    return out.getvalue()


def decode_jpeg(packed: bytes) -> NDArray[np.uint8]:
    """Return the CMYK pixels of a JPEG."""
    from PIL import Image

    with Image.open(BytesIO(packed)) as image:
        return np.array(image)
