"""Export targets: profiles of shops and programs, and how pieces fit their products."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, quote_value
from pnp.export.order import ExportOption, read_options
from pnp.export.picture_files import PictureFormat
from pnp.geometry.outline import Outline, circle, hexagon, rectangle
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.project.folders import Project, read_toml, resolve_inside
from pnp.spec.kinds import KINDS, PieceKind
from pnp.spec.load import ErrorPath, problems_of_validation
from pnp.spec.model import Deck, Model
from pnp.spec.values import NAME, Cell, Dimensions, validation_error
from pnp.terms import CutBy, Lang, Shape, Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.export.job import ExportJob

PLACEHOLDERS: Final = ("game", "lang", "deck", "piece", "look", "side", "product", "count")
"""Placeholders that a file name can contain."""
_BLANK: Final = re.compile(r"\{(\w*)\}")
_FILE: Final = re.compile(r"[\w{}][\w{} .+-]*(?:/[\w{}][\w{} .+-]*)*", re.ASCII)


class PageOrder(StrEnum):
    """Order of fronts and backs."""

    FRONTS_FIRST = "fronts, backs"
    FRONT_BACK = "front, back"
    """Each front followed by its back."""
    BACK_FRONT = "back, front"

    def pages(self, faces: Iterable[str]) -> list[tuple[str, Side]]:
        """Return both sides of pieces, given by `Piece.face_id`, in this order."""
        names = list(faces)
        if self is PageOrder.FRONTS_FIRST:
            return [(name, side) for side in (Side.FRONT, Side.BACK) for name in names]
        sides = (Side.BACK, Side.FRONT) if self is PageOrder.BACK_FRONT else (Side.FRONT, Side.BACK)
        return [(name, side) for name in names for side in sides]


def _pixels(value: object) -> object:
    wanted = validation_error(
        "must be a width and a height in pixels, each from 10 to 20000", "for example [825, 1125]"
    )
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise wanted
    if any(isinstance(side, bool) or not isinstance(side, int) or not 10 <= side <= 20_000 for side in value):
        raise wanted
    return tuple(value)


def _file_name(value: object) -> object:
    if not isinstance(value, str) or not _FILE.fullmatch(value):
        raise validation_error("must be the name of a file", 'for example "{deck}/{piece}_{side}"')
    stray = [blank for blank in _BLANK.findall(value) if blank not in PLACEHOLDERS]
    if stray or value.count("{") != len(_BLANK.findall(value)):
        raise validation_error(
            f"must have no placeholders other than {', '.join(f'{{{name}}}' for name in PLACEHOLDERS)}"
        )
    return value


Pixels = Annotated[tuple[int, int], BeforeValidator(_pixels)]
FileName = Annotated[str, BeforeValidator(_file_name)]
Length = Annotated[float, Field(ge=0, le=50)]
Title = Annotated[str, Field(min_length=1, max_length=80)]
Description = Annotated[str, Field(max_length=400)]


class Product(Model):
    """Something that a shop makes: pieces of one size and shape."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    """The shop's name for the product."""
    size: Dimensions
    """Trim size: a size name, or a width and a height in mm or with units."""
    picture: Pixels | None = None
    """Width and height of the picture with its bleed, in pixels; by default computed from size, bleed and dpi."""
    corner: Length = 0
    """Radius of the rounded corners, in mm."""
    shape: Shape = Shape.RECT
    """Shape that the product is cut to."""
    kinds: Annotated[tuple[PieceKind, ...], Field(min_length=1)] = (PieceKind("card"),)
    """Kinds of pieces that it can be used for: cards, tiles, tokens, pads."""
    two_sided: bool = True
    """Whether the back is printed."""

    @property
    def slug(self) -> str:
        """Product name for file names: lowercase letters, digits and dashes."""
        return re.sub("[^a-z0-9]+", "-", self.name.lower()).strip("-") or "product"


class ExportLimits(Model):
    """Limits of a shop or a program."""

    pieces: Annotated[int, Field(ge=1, strict=True)] | None = None
    """Maximum number of pieces in one project or deck."""
    pixels: Annotated[int, Field(ge=10, strict=True)] | None = None
    """Maximum length of the longer side of a picture, in pixels."""
    megabytes: Annotated[float, Field(gt=0)] | None = None
    """Maximum size of a file, in MB."""


class ProfileTranslation(Model):
    """Title and description of a target in one language."""

    title: Title
    about: Description = ""


class Profile(Model):
    """An export profile: what a target needs, and how its files are written."""

    title: Title
    """Name of the shop or the program."""
    about: Description = ""
    """What the export contains, in one sentence."""
    translations: dict[Lang, ProfileTranslation] = Field(default_factory=dict)
    """Title and description in other languages, for the workbench's export page."""
    writer: str
    """Writer of the files, such as images, pages, tts or data."""
    dpi: Annotated[float, Field(ge=36, le=2400)] = 300
    """Resolution of pictures, in dots per inch."""
    bleed: Length = 0
    """Bleed: how far art extends beyond the cut, in mm."""
    safe: Length = 3
    """Safe zone: minimum distance of text from the cut, in mm; 0 for no check."""
    format: PictureFormat = PictureFormat.PNG
    """File format of pictures."""
    quality: Annotated[int, Field(ge=1, le=100, strict=True)] | None = None
    """Quality of JPEG and WebP files, from 1 to 100; without it, WebP is lossless."""
    sequence: PageOrder = PageOrder.FRONTS_FIRST
    """Order of fronts and backs."""
    cut_out: bool = False
    """Whether pieces are cut out: everything outside the cut is transparent."""
    kinds: Annotated[tuple[PieceKind, ...], Field(min_length=1)] = Field(default_factory=lambda: tuple(KINDS.values()))
    """Kinds of pieces that the target accepts."""
    file: FileName = "{deck}/{piece}_{side}"
    """Name of each picture, with placeholders and without the extension."""
    once: bool = False
    """Whether identical pictures are written once, such as a back that all cards share."""
    zip: bool = False
    """Whether all files are packed into one zip archive."""
    limits: ExportLimits = ExportLimits()
    """Limits of the target."""
    options: dict[str, Cell | bool] = Field(default_factory=dict)
    """Values of the writer's options, overriding their defaults."""
    upload: str = ""
    """Upload instructions, written next to the files."""
    products: tuple[Product, ...] = ()
    """Products that the target offers; without any, every piece is made in its own size."""

    @model_validator(mode="after")
    def _check_products(self) -> Profile:
        names = [product.name for product in self.products]
        if len(set(names)) < len(names):
            raise validation_error("two products have the same name", "rename one of them")
        if self.format is PictureFormat.SVG and self.products:
            raise validation_error(
                'format "svg" draws pieces in their own size and cannot be used with products',
                'use format = "png" to scale pieces',
            )
        for product in self.products:
            if product.picture is not None and any(
                pixels < side * self.dpi / MM_PER_INCH - 1
                for pixels, side in zip(product.picture, product.size, strict=True)
            ):
                raise validation_error(f"the picture of {product.name} is smaller than the product at {self.dpi:g} dpi")
        return self

    def canvas(self, product: Product) -> Size:
        """Return the size of a product's whole picture, with its bleed, in mm."""
        if product.picture is not None:
            return Size(*(pixels / self.dpi * MM_PER_INCH for pixels in product.picture))
        return Size(*(side + 2 * self.bleed for side in product.size))


SIZE_TOLERANCE: Final = 1.0
"""Tolerance for product sizes, in mm: a piece this close to a product is not scaled, only its bleed differs."""


@dataclass(frozen=True)
class Fit:
    """How the pieces of a deck are made."""

    deck: Deck
    product: Product | None
    """Product of the shop; None if pieces are made in their own size."""
    size: Size
    """Trim size, in mm."""
    canvas: Size
    """Size with the bleed, in mm."""
    dpi: float
    scale: float = 1.0
    """Size of the finished piece relative to its design; the aspect ratio is preserved."""
    turned: bool = False
    """Whether the piece is turned by 90° to match the product."""

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the whole picture, in pixels."""
        if self.product is not None and self.product.picture is not None:
            return self.product.picture
        width, height = (round(side * self.dpi / MM_PER_INCH) for side in self.canvas)
        return max(width, 1), max(height, 1)

    @property
    def per_mm(self) -> float:
        """Pixels per mm of the design."""
        return self.dpi / MM_PER_INCH * self.scale

    @property
    def bleed(self) -> float:
        """Bleed that faces need to fill the canvas, in mm of the design."""
        canvas = self.canvas.turned if self.turned else self.canvas
        reach = max((whole / self.scale - own) / 2 for whole, own in zip(canvas, self.deck.size, strict=True))
        return max(0.0, ceil(reach * 1000 - 0.001) / 1000)

    def turn(self, side: Side) -> int:
        """Return the clockwise rotation of a side in degrees; a back, seen from behind, turns the other way."""
        return 0 if not self.turned else 90 if side is Side.FRONT else 270

    def sides(self) -> list[Side]:
        """Return the sides that are drawn."""
        two = self.product is None or self.product.two_sided
        return [side for side in Side if self.deck.template(side) and (two or side is Side.FRONT)]

    def cut_line(self, side: Side, design: str) -> Outline:
        """Return the cut line of the product, or of the piece if there is no product, in mm of the design."""
        if self.product is None:
            return self.deck.cut_line(side, design)
        return product_cut_line(self)


def product_cut_line(fit: Fit) -> Outline:
    """Return the cut line of a product, centred on the piece, in mm of the design."""
    if fit.product is None:
        raise ValueError("the fit has no product")
    size = Size(*(side / fit.scale for side in (fit.size.turned if fit.turned else fit.size)))
    shapes = {Shape.CIRCLE: circle, Shape.HEX: hexagon}
    make = shapes.get(fit.product.shape)
    line = rectangle(size, fit.product.corner / fit.scale) if make is None else make(size)
    x, y = ((own - made) / 2 for own, made in zip(fit.deck.size, size, strict=True))
    return line.placed(size, (x, y, *size))


def fit_deck(deck: Deck, profile: Profile) -> Fit | str:
    """Return how a target makes the pieces of a deck, or the reason why it cannot make them."""
    if deck.kind not in profile.kinds:
        return f"{profile.title} does not accept {deck.kind.plural}"
    if not profile.products:
        canvas = Size(*(side + 2 * profile.bleed for side in deck.size))
        return Fit(deck, None, deck.size, canvas, profile.dpi)
    if deck.cut is CutBy.OUTLINE:
        return f"{profile.title} does not cut custom outlines"
    suited = [each for each in profile.products if deck.kind in each.kinds and each.shape is deck.shape]
    if not suited:
        round_ = "" if deck.shape is Shape.RECT else f"{deck.shape} "
        return f"{profile.title} does not make {round_}{deck.kind.plural}"
    product, turned = min(
        ((each, turned) for each in suited for turned in (False, True)),
        key=lambda each: _size_distance(deck.size, *each),
    )
    size = deck.size.turned if turned else deck.size
    near = _is_near(product.size, size)
    scale = 1.0 if near else min(made / own for made, own in zip(product.size, size, strict=True))
    return Fit(deck, product, product.size, profile.canvas(product), profile.dpi, scale, turned)


def _is_near(product: Size, size: Size) -> bool:
    return all(abs(made - own) <= SIZE_TOLERANCE for made, own in zip(product, size, strict=True))


def _size_distance(size: Size, product: Product, turned: bool) -> tuple[float, bool]:
    """Return a sort key: how far a product's sides are from a size, unturned products first."""
    own = size.turned if turned else size
    return sum(abs(log(made / side)) for made, side in zip(product.size, own, strict=True)), turned


def scaling_notice(fit: Fit, lang: Lang) -> str:
    """Return a notice if the pieces are scaled to fit a product, or an empty string."""
    if fit.product is None or _is_near(fit.size, fit.deck.size.turned if fit.turned else fit.deck.size):
        return ""
    title = fit.deck.title[lang]
    return (
        f"{title}: no product of {fit.deck.size}; the nearest is {fit.product.name} ({fit.size}): drawn at "
        f"{100 * fit.scale:.0f}% of the designed size, with more bleed where the product is longer"
    )


def fit_all(decks: Iterable[Deck], profile: Profile) -> tuple[dict[str, Fit], dict[str, str]]:
    """Return the fits by deck name, and the reasons why the other decks are not made."""
    fits: dict[str, Fit] = {}
    refused: dict[str, str] = {}
    for deck in decks:
        found = fit_deck(deck, profile)
        if isinstance(found, Fit):
            fits[deck.name] = found
        else:
            refused[deck.name] = found
    return fits, refused


PROFILE_FOLDER: Final = "exports"
"""Folder in a project that contains its export profiles."""
BUNDLED_PROFILES: Final = Path(__file__).parent / "profiles"
WRITERS: Final = ("cut", "data", "images", "mpc", "pages", "pdfx", "tts")
"""Names of the writers; each is a module in `pnp.export.writers`."""


@dataclass(frozen=True)
class Target:
    """A shop, machine or program that a game can be exported to."""

    name: str
    profile: Profile
    options: tuple[ExportOption, ...]
    """Options of its writer."""
    own: bool
    """Whether its profile is in the project, not bundled with pnp."""
    where: Location
    """Location of its profile."""

    @property
    def title(self) -> str:
        """Name of the shop or the program."""
        return self.profile.title

    @property
    def about(self) -> str:
        """What the export contains, in one sentence."""
        return self.profile.about

    @property
    def write(self) -> Callable[[ExportJob], None]:
        """Function that writes its files."""
        writer: Callable[[ExportJob], None] = _writer(self.profile.writer).write
        return writer


def find_target(project: Project, name: str) -> Target:
    """Return the target of that name; raise SpecError if there is none, or if its profile is invalid."""
    files = _profile_files(project)
    if name not in files:
        hint = f"{did_you_mean(files, name)}; add your own as {PROFILE_FOLDER}/<name>.toml"
        raise SpecError(Problem(Location(), f"there is no export target {quote_value(name)}", hint, code="E1101"))
    return _read_target(project, name, files[name])


def list_targets(project: Project) -> Iterator[Target | SpecError]:
    """Yield every target in the order of their names; for one with an invalid profile, yield the error."""
    for name, path in _profile_files(project).items():
        try:
            yield _read_target(project, name, path)
        except SpecError as error:
            yield error


def _profile_files(project: Project) -> dict[str, Path]:
    """Return the profile files by target name; a project's profile overrides a bundled one of the same name."""
    own = [path for path in sorted((project.root / PROFILE_FOLDER).glob("*.toml")) if NAME.fullmatch(path.stem)]
    files = {path.stem: path for path in [*sorted(BUNDLED_PROFILES.glob("*.toml")), *own]}
    return dict(sorted(files.items()))


def _read_target(project: Project, name: str, path: Path) -> Target:
    own = path.parent != BUNDLED_PROFILES
    where = Location(f"{PROFILE_FOLDER}/{path.name}") if own else Location(path.name, bundled=True)
    if own and resolve_inside(project.root / PROFILE_FOLDER, path.name, project.root) is None:
        raise SpecError(Problem(where, "is a link that points outside the project's folder", code="E0107"))
    raw = read_toml(path, where)
    try:
        profile = Profile.model_validate(raw)
    except ValidationError as error:
        raise SpecError(*problems_of_validation(error, where, _keys_at)) from None
    if profile.writer not in WRITERS:
        hint = did_you_mean(WRITERS, profile.writer)
        found = quote_value(profile.writer)
        raise SpecError(Problem(where / "writer", "must be the name of a writer", hint, found=found, code="E1103"))
    options: tuple[ExportOption, ...] = _writer(profile.writer).OPTIONS
    read_options(options, {}, profile.options, name, where)
    return Target(name, profile, options, own, where)


def _writer(name: str) -> Any:
    """Return the module of a writer; raise PnpError if it cannot be imported."""
    try:
        return importlib.import_module(f"pnp.export.writers.{name}")
    except ModuleNotFoundError as error:
        message = f"the writer {name} cannot be loaded: there is no module {error.name}"
        raise PnpError(Problem(Location(), message, code="E1306")) from error


def _keys_at(place: ErrorPath) -> list[str]:
    """Return the valid keys of the table that contains an unknown key."""
    models: dict[str, type[Model]] = {"products": Product, "limits": ExportLimits, "translations": ProfileTranslation}
    model = models.get(str(place[0]), Profile) if len(place) > 1 else Profile
    return list(model.model_fields)
