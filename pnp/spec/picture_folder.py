"""Read a deck from a folder of finished pictures, whose file names give the copies and backs of each card."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from pnp.errors import Problem, os_problem, quote_value
from pnp.geometry.units import Size
from pnp.pictures.formats import FORMATS, LARGEST_PICTURE, MOST_PIXELS, read_header
from pnp.project.folders import resolve_inside
from pnp.spec.picture_source import PictureCard, PictureSource
from pnp.spec.values import CONTROL, MOST_PIECES

UNSUPPORTED_EXTENSIONS: Final = frozenset(
    {
        *(".gif", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".heif"),
        *(".jxl", ".jp2", ".svg", ".pdf", ".eps", ".tga"),
    }
)
"""Extensions of pictures that pnp cannot print; they are reported, so that no card goes missing unnoticed."""
PDF_KEYS: Final = ("grid", "gap", "margin", "pages", "backs", "mirrored", "cards")
_NAMED: Final = re.compile(
    r"(?:(?P<count>[0-9]{1,6})\s*[x×][ _-]+)?(?P<name>.*?)(?:__(?P<side>front|back))?", re.IGNORECASE | re.DOTALL
)


class _File(NamedTuple):
    """A picture file, with the parts of its name."""

    file: str
    name: str
    times: str


class PictureFolder(PictureSource):
    """A folder of PNG, JPEG and WebP files."""

    def cards(self, path: Path) -> list[PictureCard]:
        """Return the cards, sorted by name; problems are added to `problems`."""
        for key in PDF_KEYS:
            if key in self.pictures.model_fields_set:
                self.wrong("does not apply to a folder of pictures", f"delete the key {key}", key, code="E0205")
        fronts: dict[str, _File] = {}
        backs: dict[str, _File] = {}
        common: list[str] = []
        for file in self._files(path):
            match = _NAMED.fullmatch(Path(file).stem)
            name, side = (match["name"].strip(), match["side"]) if match else (Path(file).stem, None)
            of_back = side is not None and side.casefold() == "back"
            if name.strip("_").casefold() == ("" if of_back else "back"):
                common.append(file)
                continue
            cards = backs if of_back else fronts
            known = cards.setdefault(name.casefold(), _File(file, name, (match and match["count"]) or "1"))
            if known.file != file:
                message = f"{quote_value(known.file)} and {quote_value(file)} are names of the same card"
                self.problems.append(Problem(self.project.location(path), message, "rename one of them", code="E0513"))
        self._check_backs(path, fronts, backs, common)
        used = [each.file for each in (*fronts.values(), *backs.values())] + common
        self._check_pictures(path, used)
        drawn = [
            front for front in sorted(fronts.values(), key=lambda each: _natural_key(each.name)) if int(front.times)
        ]
        if not drawn and not self.problems:
            inner = _folders(path)
            hint = f"it has folders: {', '.join(inner)}" if inner else "add PNG, JPEG or WebP files"
            self.wrong("the folder has no pictures", hint, code="E0305")
        source = PurePosixPath(self.pictures.source)
        made = []
        for front in drawn:
            back = backs.get(front.name.casefold())
            shown = back.file if back else common[0] if common else None
            where = self.project.location(path / front.file)
            made.append(
                PictureCard(where, front.name, front.times, str(source / front.file), shown and str(source / shown))
            )
        return made

    def _files(self, path: Path) -> list[str]:
        """Return the names of the pictures in a folder."""
        where = self.project.location(path)
        try:
            names = [entry.name for entry in path.iterdir() if not entry.name.startswith(".") and not entry.is_dir()]
        except OSError as error:
            self.problems.append(os_problem(error, where, "cannot be read"))
            return []
        found = []
        for name in sorted(names, key=_natural_key):
            ending, file = Path(name).suffix.lower(), self.project.location(path / name)
            if ending in UNSUPPORTED_EXTENSIONS:
                message, kind = "must be a PNG, JPEG or WebP file", ending[1:].upper()
                self.problems.append(Problem(file, message, "save it as PNG or JPEG", found=kind, code="E0514"))
            elif ending in FORMATS and _is_unportable(name):
                message = f"the file name {quote_value(name)} has characters that not all systems allow"
                hint = "rename it with letters, digits and spaces"
                self.problems.append(Problem(where, message, hint, code="E0111"))
            elif ending in FORMATS and resolve_inside(path, name, self.project.root) is None:
                message = "is a link that points outside the project's folder"
                self.problems.append(Problem(file, message, "put the picture itself there", code="E0107"))
            elif ending in FORMATS:
                found.append(name)
        if len(found) > MOST_PIECES:
            message = f"must have at most {MOST_PIECES} pictures"
            self.problems.append(Problem(where, message, found=str(len(found)), code="E0105"))
            return []
        return found

    def _check_backs(self, path: Path, fronts: dict[str, _File], backs: dict[str, _File], common: list[str]) -> None:
        where = self.project.location(path)
        if len(common) > 1:
            message, found = "must have one back for all cards", " and ".join(map(quote_value, common))
            self.problems.append(Problem(where, message, "delete all but one", found=found, code="E0513"))
        for key, back in backs.items():
            if key not in fronts:
                file, hint = self.project.location(path / back.file), f"name its front {back.name}{_ending(back)}"
                self.problems.append(Problem(file, "is a back without a front", hint, code="E0513"))
        for key, front in fronts.items():
            ending = next((end for end in ("_back", "-back", " back") if key.endswith(end)), None)
            if ending and key.removesuffix(ending) in fronts and key.removesuffix(ending) not in backs:
                of = fronts[key.removesuffix(ending)]
                file, message = self.project.location(path / front.file), f"is named like the back of {of.file}"
                hint = f"rename it {of.name}__back{_ending(front)}, with two underscores, or give it another name"
                self.problems.append(Problem(file, message, hint, code="E0513"))
        without = [front.file for key, front in fronts.items() if key not in backs]
        if backs and without and not common:
            hint = "add the missing backs, or back.png for all cards without one"
            self.problems.append(Problem(where, f"has no back for {_first_names(without)}", hint, code="E0513"))

    def _check_pictures(self, path: Path, files: list[str]) -> None:
        """Add a problem for files that are unreadable or too large, and for each size with the wrong proportions."""
        sizes: dict[Size, list[str]] = defaultdict(list)
        unread, large = [], []
        for file in files:
            pixels = read_header(path / file)
            if pixels is None:
                unread.append(file)
            elif (path / file).stat().st_size > LARGEST_PICTURE:
                large.append(file)
            else:
                sizes[Size(pixels.width, pixels.height)].append(file)
        where = self.project.location(path)
        if unread:
            message = f"has pictures that cannot be read or have more than {MOST_PIXELS // 1_000_000} million pixels"
            hint = "open them in a graphics program and save them again"
            self.problems.append(Problem(where, message, hint, found=_first_names(unread), code="E0503"))
        if large:
            message, hint = f"has pictures larger than {LARGEST_PICTURE // 1_000_000} MB", "300 dpi is enough"
            self.problems.append(Problem(where, message, hint, found=_first_names(large), code="E0504"))
        for (width, height), named in sizes.items():
            self.check_proportions(Size(width, height), f"{width:g} × {height:g} px", where, _first_names(named))


def _ending(file: _File) -> str:
    return Path(file.file).suffix


def _natural_key(name: str) -> list[str | int]:
    """Sort key for natural order: card2 before card10."""
    return [int(part) if part.isdigit() else part.casefold() for part in re.split(r"([0-9]+)", name)]


def _is_unportable(name: str) -> bool:
    """Return whether a file name is not valid on every system."""
    return bool(CONTROL.search(name)) or ":" in name or "\\" in name or not name.isprintable()


def _first_names(names: list[str]) -> str:
    """Return the first names, and the number of others."""
    more = len(names) - 3
    return ", ".join(names[:3]) + (f" and {more} more" if more > 0 else "")


def _folders(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir() if entry.is_dir() and not entry.name.startswith("."))[:9]
