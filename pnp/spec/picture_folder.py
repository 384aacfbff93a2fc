"""Folders of finished pictures: each file is a card, and its name says how often it is there and what is its back."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from pnp.errors import Problem, os_problem, quoted
from pnp.picture import FORMATS, LARGEST_PICTURE, MOST_PIXELS, read_pixels
from pnp.resources import inside
from pnp.spec.picture_source import PictureCard, PictureSource
from pnp.spec.values import CONTROL, MOST_PIECES
from pnp.units import Size

OTHERS: Final = frozenset(
    {
        *(".gif", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".heif"),
        *(".jxl", ".jp2", ".svg", ".pdf", ".eps", ".tga"),
    }
)
"""Endings of pictures that pnp does not print; a card must not be missing because nobody said so."""
OF_PDF: Final = ("grid", "gap", "margin", "pages", "backs", "mirrored", "cards")
_NAMED: Final = re.compile(
    r"(?:(?P<count>[0-9]{1,6})\s*[x×][ _-]+)?(?P<name>.*?)(?:__(?P<side>front|back))?", re.IGNORECASE | re.DOTALL
)


class _File(NamedTuple):
    """A file of a folder, by what its name says."""

    file: str
    name: str
    times: str


class PictureFolder(PictureSource):
    """A folder of PNG, JPEG and WebP files."""

    def cards(self, path: Path) -> list[PictureCard]:
        """The cards, in the order of their names."""
        for key in OF_PDF:
            if key in self.pictures.model_fields_set:
                self.wrong("a PDF for this key", "a folder", f"delete the key {key}", key, code="E0205")
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
                found, hint = f"{quoted(known.file)} and {quoted(file)}", "give one of them another name"
                self.problems.append(
                    Problem(self.project.name(path), "a name of its own for each card", found, hint, code="E0513")
                )
        self._check_backs(path, fronts, backs, common)
        used = [each.file for each in (*fronts.values(), *backs.values())] + common
        self._check_pictures(path, used)
        drawn = [front for front in sorted(fronts.values(), key=lambda each: _natural(each.name)) if int(front.times)]
        if not drawn and not self.problems:
            hint = f"it has folders: {', '.join(inner)}" if (inner := _folders(path)) else "PNG and JPEG can be printed"
            self.wrong("pictures in the folder", "none", hint, code="E0305")
        source = PurePosixPath(self.pictures.source)
        made = []
        for front in drawn:
            back = backs.get(front.name.casefold())
            shown = back.file if back else common[0] if common else None
            where = f"{self.project.name(path)}/{front.file}"
            made.append(
                PictureCard(where, front.name, front.times, str(source / front.file), shown and str(source / shown))
            )
        return made

    def _files(self, path: Path) -> list[str]:
        """The names of the pictures in a folder."""
        try:
            names = [entry.name for entry in path.iterdir() if not entry.name.startswith(".") and not entry.is_dir()]
        except OSError as error:
            self.problems.append(os_problem(error, self.project.name(path), "a folder that can be read"))
            return []
        where = self.project.name(path)
        found = []
        for name in sorted(names, key=_natural):
            ending = Path(name).suffix.lower()
            if ending in OTHERS:
                hint = "save it as PNG or JPEG"
                self.problems.append(
                    Problem(f"{where}/{name}", "a PNG, JPEG or WebP", ending[1:].upper(), hint, code="E0514")
                )
            elif ending in FORMATS and _odd(name):
                hint = "give it a name of letters, digits and spaces"
                self.problems.append(Problem(where, "file names without : and \\", quoted(name), hint, code="E0111"))
            elif ending in FORMATS and inside(path, name, self.project.root) is None:
                found_, hint = f"{quoted(name)}, a link that leaves it", "put the picture itself there"
                self.problems.append(Problem(where, "files inside the project's folder", found_, hint, code="E0107"))
            elif ending in FORMATS:
                found.append(name)
        if len(found) > MOST_PIECES:
            self.problems.append(Problem(where, f"at most {MOST_PIECES} pictures", str(len(found)), code="E0105"))
            return []
        return found

    def _check_backs(self, path: Path, fronts: dict[str, _File], backs: dict[str, _File], common: list[str]) -> None:
        where = self.project.name(path)
        if len(common) > 1:
            found = " and ".join(map(quoted, common))
            self.problems.append(Problem(where, "one back for all cards", found, "delete all but one", code="E0513"))
        for key, back in backs.items():
            if key not in fronts:
                hint = f"name its front {back.name}{Path(back.file).suffix}"
                self.problems.append(
                    Problem(f"{where}/{back.file}", "a front for this back", "none", hint, code="E0513")
                )
        for key, front in fronts.items():
            ending = next((end for end in ("_back", "-back", " back") if key.endswith(end)), None)
            if ending and key.removesuffix(ending) in fronts and key.removesuffix(ending) not in backs:
                of = fronts[key.removesuffix(ending)]
                found, hint = (
                    quoted(front.file),
                    f"rename it {of.name}__back{Path(front.file).suffix}, with two underscores",
                )
                self.problems.append(
                    Problem(where, f"the back of {of.file}, or a name of its own", found, hint, code="E0513")
                )
        without = [front.file for key, front in fronts.items() if key not in backs]
        if backs and without and not common:
            hint = "add them, or back.png for all that have none of their own"
            self.problems.append(
                Problem(where, "a back for each card", f"none for {_few(without)}", hint, code="E0513")
            )

    def _check_pictures(self, path: Path, files: list[str]) -> None:
        """Every file can be read and has the right proportions; a mistake that many have is told once."""
        sizes: dict[Size, list[str]] = defaultdict(list)
        unread, large = [], []
        for file in files:
            pixels = read_pixels(path / file)
            if pixels is None:
                unread.append(file)
            elif (path / file).stat().st_size > LARGEST_PICTURE:
                large.append(file)
            else:
                sizes[Size(pixels.width, pixels.height)].append(file)
        where = self.project.name(path)
        limits = f"PNG, JPEG or WebP files that can be read, with at most {MOST_PIXELS // 1_000_000} million dots"
        if unread:
            self.problems.append(Problem(where, limits, _few(unread), "open and save them again", code="E0503"))
        if large:
            limit, hint = f"pictures of at most {LARGEST_PICTURE // 1_000_000} MB", "300 dots to the inch are enough"
            self.problems.append(Problem(where, limit, _few(large), hint, code="E0504"))
        for (width, height), named in sizes.items():
            self.check_proportions(Size(width, height), f"{width:g} × {height:g} px", _few(named), where)


def _natural(name: str) -> list[str | int]:
    """For sorting as people do: card2 before card10."""
    return [int(part) if part.isdigit() else part.casefold() for part in re.split(r"([0-9]+)", name)]


def _odd(name: str) -> bool:
    """Whether a name is one that not every system can have."""
    return bool(CONTROL.search(name)) or ":" in name or "\\" in name or not name.isprintable()


def _few(names: list[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - 3
    return ", ".join(names[:3]) + (f" and {more} more" if more > 0 else "")


def _folders(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir() if entry.is_dir() and not entry.name.startswith("."))[:9]
