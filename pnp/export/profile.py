"""Export profiles: the requirements of a shop or a program, read from `exports/<name>.toml`."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, model_validator

from pnp.export.picturefile import PictureFormat
from pnp.geometry.units import MM_PER_INCH, Size
from pnp.spec.kinds import KINDS, PieceKind
from pnp.spec.model import Model
from pnp.spec.values import Cell, Dimensions, validation_error
from pnp.terms import Lang, Shape

PLACEHOLDERS: Final = ("game", "lang", "deck", "piece", "look", "side", "product", "count")
"""Placeholders that a file name can contain."""
_BLANK: Final = re.compile(r"\{(\w*)\}")
_FILE: Final = re.compile(r"[\w{}][\w{} .+-]*(?:/[\w{}][\w{} .+-]*)*", re.ASCII)


class ColourMode(StrEnum):
    """Colour space of the exported files."""

    RGB = "rgb"
    CMYK = "cmyk"


class PageOrder(StrEnum):
    """Order of fronts and backs."""

    FRONTS_FIRST = "fronts, backs"
    FRONT_BACK = "front, back"
    """Each front followed by its back."""
    BACK_FRONT = "back, front"


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
    colour: ColourMode = ColourMode.RGB
    """Colour space of the files: rgb or cmyk."""
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
    def _named_once(self) -> Profile:
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
