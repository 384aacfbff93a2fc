"""Decks of finished pictures: the files of a folder, or the pages of a PDF, as cards with copies and backs."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, did_you_mean, os_problem, quote_value
from pnp.geometry.units import Size, trim
from pnp.pictures.formats import FORMATS, LARGEST_PICTURE, MOST_PIXELS, read_header
from pnp.pictures.pdf_pages import LARGEST_FILE, PagePart, format_page_reference, measure_pages
from pnp.project.folders import Project, resolve_inside
from pnp.spec.model import Column, Design, Pictures
from pnp.spec.table import COUNT, ID, Row, make_id, read_designs
from pnp.spec.values import CONTROL, MOST_PIECES
from pnp.store.files import read_file
from pnp.terms import Side

TOLERANCE: Final = 0.01
"""How much a picture may be stretched in one direction without being reported, as a fraction of its size."""


class PictureCard(NamedTuple):
    """A card of a picture deck."""

    where: Location
    name: str
    """Name from the file name; empty for a page of a PDF."""
    times: str
    front: str
    back: str | None = None

    @property
    def sides(self) -> dict[Side, str]:
        """The pictures of the card, by side."""
        sides = {Side.FRONT: self.front, Side.BACK: self.back}
        return {side: picture for side, picture in sides.items() if picture is not None}


@dataclass
class PictureSource:
    """A folder or PDF that a deck is read from; problems with it are added to `problems`."""

    project: Project
    folder: Path
    """Folder of the game."""
    pictures: Pictures
    size: Size
    deck: Location
    """Location of the deck in the spec."""
    problems: list[Problem]

    def add_problem(self, message: str, hint: str = "", key: str = "", *, found: str = "", code: str) -> None:
        """Add a problem with the deck's key `pictures`, or with a key inside it."""
        where = self.deck / "pictures"
        self.problems.append(Problem(where / key if key else where, message, hint, found=found, code=code))

    @property
    def size_with_bleed(self) -> Size:
        """Printed size of a picture, including its bleed."""
        rim = 2 * self.pictures.bleed
        return Size(self.size.width + rim, self.size.height + rim)

    def check_proportions(self, size: Size, description: str, where: Location, files: str = "") -> None:
        """Add a problem if a page or some files do not have the proportions of the piece, unless `fit` is set."""
        wanted = self.size_with_bleed
        ratio, right = size.width / size.height, wanted.width / wanted.height
        if self.pictures.fit is not None or abs(ratio / right - 1) <= TOLERANCE:
            return
        hint = 'set fit = "cover", "contain" or "stretch"'
        rim = self._implied_bleed(ratio)
        if abs(ratio * right - 1) <= TOLERANCE:
            hint = f"it is sideways: rotate it, or set size = [{trim(self.size.height)}, {trim(self.size.width)}]"
        elif rim is not None:
            hint = f"if it includes a bleed of {rim:.1f} mm, set bleed = {rim:.1f}; otherwise {hint}"
        message = (
            f"must have the proportions of {wanted} (1 : {1 / right:.3f}), not {description} (1 : {1 / ratio:.3f})"
        )
        message = f"pictures {message}: {files}" if files else message
        self.problems.append(Problem(where, message, hint, code="E0512"))

    def _implied_bleed(self, ratio: float) -> float | None:
        """Return the bleed, in mm, that would give a piece these proportions; None if it is not a usual bleed."""
        if abs(ratio - 1) < TOLERANCE:
            return None
        rim = (ratio * self.size.height - self.size.width) / (2 * (1 - ratio))
        return rim if 1 <= rim <= 7 else None


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
                self.add_problem("does not apply to a folder of pictures", f"delete the key {key}", key, code="E0205")
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
            self.add_problem("the folder has no pictures", hint, code="E0305")
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


PAGE_TOLERANCE: Final = 0.5
"""How far a grid may extend beyond its page, in mm, because paper sizes are rounded."""


class PicturePdf(PictureSource):
    """The pages of a PDF."""

    def cards(self, path: Path) -> list[PictureCard]:
        """Return the cards, page by page and row by row; problems are added to `problems`."""
        where = self.project.location(path)
        try:
            pages = measure_pages(read_file(path, LARGEST_FILE), where)
        except OSError as error:
            self.problems.append(os_problem(error, where, "cannot be read"))
            return []
        except PnpError as error:
            self.problems += error.problems
            return []
        backs = self._pages("backs", self.pictures.backs, pages)
        rest = [number for number in range(1, len(pages) + 1) if number not in backs]
        fronts = self._pages("pages", self.pictures.pages, pages) if self.pictures.pages else rest
        if both := sorted({*fronts} & {*backs}):
            self.add_problem("conflicts with backs", key="pages", found=f"page {both[0]} is in both", code="E0513")
        if not fronts:
            self.add_problem("takes all pages", "leave some for the fronts", "backs", code="E0513")
        if backs and len(backs) not in (1, len(fronts)):
            message, found = "must be one page, or one for each page of fronts", f"{len(backs)} for {len(fronts)}"
            self.add_problem(message, key="backs", found=found, code="E0513")
        before = len(self.problems)
        parts = {page: self._parts(page, pages[page - 1], where) for page in dict.fromkeys([*fronts, *backs])}
        if len(self.problems) > before or (backs and len(backs) not in (1, len(fronts))):
            return []
        return self._cut(fronts, backs, parts, where)

    def _cut(
        self, fronts: list[int], backs: list[int], parts: dict[int, list[str]], where: Location
    ) -> list[PictureCard]:
        """Return the cards on the pages of fronts, each with its back."""
        columns = self.pictures.grid[0] if self.pictures.grid else 1
        cards = []
        for number, page in enumerate(fronts):
            behind = parts[backs[number if len(backs) > 1 else 0]] if backs else []
            for place, front in enumerate(parts[page]):
                row, column = divmod(place, columns)
                other = columns - 1 - column if self.pictures.mirrored else column
                back = behind[row * columns + other] if behind else None
                cards.append(PictureCard(where.at(page=page, detail=f"card {place + 1}"), "", "1", front, back))
        if self.pictures.cards is not None and self.pictures.cards > len(cards):
            message, hint = f"must be at most {len(cards)}", f"the pages have room for {len(cards)}"
            self.add_problem(message, hint, "cards", found=str(self.pictures.cards), code="E0513")
        return cards[: self.pictures.cards]

    def _pages(self, key: str, written: str | None, pages: list[Size]) -> list[int]:
        """Return the page numbers that a key lists; an empty list, with a problem, if the PDF lacks one of them."""
        numbers: list[int] = []
        for part in (written or "").split(",") if written else []:
            words = {"odd": (1, len(pages), 2), "even": (2, len(pages), 2), "last": (len(pages), len(pages), 1)}
            first, _, last = part.partition("-")
            low, high, step = words.get(part) or (int(first), int(last or first), 1)
            if not 1 <= low <= high <= len(pages) and part not in words:
                message = f"must be pages from 1 to {len(pages)}"
                self.add_problem(message, key=key, found=quote_value(part.strip()), code="E0505")
                return []
            numbers += range(low, high + 1, step)
        return list(dict.fromkeys(numbers))

    def _parts(self, page: int, paper: Size, where: Location) -> list[str]:
        """Return the references to the cards on a page, row by row."""
        source, rim = self.pictures.source, self.pictures.bleed
        if min(paper) <= 0:
            message = "must have a width and a height"
            self.problems.append(Problem(where.at(page=page), message, found=str(paper), code="E0506"))
            return []
        if self.pictures.grid is None:
            self.check_proportions(paper, str(paper), where.at(page=page))
            return [f"{source}#{page}"]
        columns, rows = self.pictures.grid
        step = Size(self.size.width + self.pictures.gap, self.size.height + self.pictures.gap)
        room = Size(columns * step.width - self.pictures.gap, rows * step.height - self.pictures.gap)
        left, top = self.pictures.margin or ((paper.width - room.width) / 2, (paper.height - room.height) / 2)
        over = max(rim - left, rim - top, left + room.width + rim - paper.width, top + room.height + rim - paper.height)
        if over > PAGE_TOLERANCE:
            found = f"{columns} × {rows} cards of {self.size} on {paper}"
            found += f", with a bleed of {rim:g} mm" if rim else ""
            hint = "set size to that of the cards in the file; grid is [columns, rows]; gap and margin are in mm"
            self.add_problem(f"does not fit page {page}", hint, "grid", found=found, code="E0204")
            return []
        return [
            format_page_reference(
                source,
                PagePart(
                    page,
                    max(0.0, left + column * step.width - rim),
                    max(0.0, top + row * step.height - rim),
                    *self.size_with_bleed,
                ),
            )
            for row in range(rows)
            for column in range(columns)
        ]


PICTURE_TEMPLATE: Final = "picture.svg.j2"
"""Default template of a picture deck."""
NAME_COLUMN: Final = "name"


def read_pictures(
    project: Project, folder: Path, pictures: Pictures, size: Size, where: Location, problems: list[Problem]
) -> list[PictureCard]:
    """Return the cards of a picture deck, by name or by page; `folder` is the folder of the game."""
    given = (project, folder, pictures, size, where, problems)
    source = PictureSource(*given)
    path = resolve_inside(folder, pictures.source, project.root)
    found = quote_value(pictures.source)
    if path is None:
        message = "must be a folder or a PDF inside the project's folder"
        source.add_problem(message, "put it beside game.toml", found=found, code="E0107")
    elif path.is_dir():
        return PictureFolder(*given).cards(path)
    elif path.is_file() and path.suffix.lower() == ".pdf":
        return PicturePdf(*given).cards(path)
    elif path.is_file():
        source.add_problem("must be a folder or a PDF", "put the pictures into a folder", found=found, code="E0102")
    else:
        near = sorted(each.name for each in folder.iterdir() if each.is_dir() or each.suffix.lower() == ".pdf")
        source.add_problem(f"there is no folder or PDF {found}", did_you_mean(near, pictures.source), code="E0101")
    return []


def picture_designs(
    cards: list[PictureCard], deck: str, taken: set[str], problems: list[Problem], *, strict: bool
) -> tuple[dict[str, Column], list[Design]]:
    """Return the columns and rows of a picture deck; in a strict game, file names must be valid ids."""
    named = any(card.name for card in cards)
    rows: list[Row] = []
    for number, card in enumerate(cards, 1):
        made = card.name if strict and named else make_id(card.name, deck, number, taken)
        rows.append(
            (card.where, {ID: made, COUNT: card.times, NAME_COLUMN: " ".join(card.name.replace("_", " ").split())})
        )
    columns = {NAME_COLUMN: Column(default="")} if named else {}
    before = len(problems)
    designs = read_designs(rows, columns, (), problems)
    if len(problems) > before:
        return columns, designs
    return columns, [
        design.model_copy(update={"pictures": card.sides}) for design, card in zip(designs, cards, strict=True)
    ]
