"""Read ICC colour profiles of CMYK presses, and find those installed on this machine."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.errors import Location, PressError, Problem, option_location, os_problem
from pnp.store.files import read_file

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
