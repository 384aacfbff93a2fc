"""Profiles: what a shop or a program asks for, as `exports/<name>.toml` says it."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, model_validator

from pnp.export.picturefile import PictureFormat
from pnp.spec.kinds import KINDS, PieceKind
from pnp.spec.model import Model
from pnp.spec.values import Cell, Dimensions, refusal
from pnp.terms import Lang, Shape
from pnp.units import MM_PER_INCH, Size

BLANKS: Final = ("game", "lang", "deck", "piece", "look", "side", "product", "count")
"""What a file name can be filled in with."""
_BLANK: Final = re.compile(r"\{(\w*)\}")
_FILE: Final = re.compile(r"[\w{}][\w{} .+-]*(?:/[\w{}][\w{} .+-]*)*", re.ASCII)


class ColourMode(StrEnum):
    """What colours are mixed from."""

    RGB = "rgb"
    CMYK = "cmyk"


class PageOrder(StrEnum):
    """The order of fronts and backs."""

    FRONTS_FIRST = "fronts, backs"
    FRONT_BACK = "front, back"
    """Each front with its back."""
    BACK_FRONT = "back, front"


def _pixels(value: object) -> object:
    wanted = refusal("must be a width and a height in pixels, each from 10 to 20000", "for example [825, 1125]")
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise wanted
    if any(isinstance(side, bool) or not isinstance(side, int) or not 10 <= side <= 20_000 for side in value):
        raise wanted
    return tuple(value)


def _file_name(value: object) -> object:
    if not isinstance(value, str) or not _FILE.fullmatch(value):
        raise refusal("must be the name of a file", 'for example "{deck}/{piece}_{side}"')
    stray = [blank for blank in _BLANK.findall(value) if blank not in BLANKS]
    if stray or value.count("{") != len(_BLANK.findall(value)):
        raise refusal(f"must have no other placeholders than {', '.join(f'{{{name}}}' for name in BLANKS)}")
    return value


Pixels = Annotated[tuple[int, int], BeforeValidator(_pixels)]
FileName = Annotated[str, BeforeValidator(_file_name)]
Length = Annotated[float, Field(ge=0, le=50)]
Title = Annotated[str, Field(min_length=1, max_length=80)]
About = Annotated[str, Field(max_length=400)]


class Product(Model):
    """Something that a shop makes: pieces of one size and shape."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    """What the shop calls it."""
    size: Dimensions
    """The size of a piece after cutting: a name, a width and a height in mm, or both with units."""
    picture: Pixels | None = None
    """The whole picture with its bleed, in pixels; without it, what size, bleed and dpi come to."""
    corner: Length = 0
    """The radius of its rounded corners."""
    shape: Shape = Shape.RECT
    """The outline that it is cut to."""
    kinds: Annotated[tuple[PieceKind, ...], Field(min_length=1)] = (PieceKind("card"),)
    """What it can be: cards, tiles, tokens, pads."""
    two_sided: bool = True
    """Whether it has a back."""

    @property
    def slug(self) -> str:
        """Its name as part of a file's: small letters, digits and dashes."""
        return re.sub("[^a-z0-9]+", "-", self.name.lower()).strip("-") or "product"


class ExportLimits(Model):
    """What a shop or a program takes at most."""

    pieces: Annotated[int, Field(ge=1, strict=True)] | None = None
    """Pieces in one project or deck."""
    pixels: Annotated[int, Field(ge=10, strict=True)] | None = None
    """The longer side of a picture."""
    megabytes: Annotated[float, Field(gt=0)] | None = None
    """One file."""


class ProfileWords(Model):
    """What a target is called, and what comes of it, in a language."""

    title: Title
    about: About = ""


class Profile(Model):
    """A target: what it makes of a game, and how."""

    title: Title
    """What people call the shop or the program."""
    about: About = ""
    """What comes of an export, in a sentence."""
    translations: dict[Lang, ProfileWords] = Field(default_factory=dict)
    """Both in other languages, for the page of exports."""
    writer: str
    """What writes the files: images, pages, tts, data and so on."""
    dpi: Annotated[float, Field(ge=36, le=2400)] = 300
    """Dots per inch of pictures."""
    bleed: Length = 0
    """Art beyond the cut."""
    safe: Length = 3
    """Text keeps this distance from the cut."""
    format: PictureFormat = PictureFormat.PNG
    """The type of picture files."""
    quality: Annotated[int, Field(ge=1, le=100, strict=True)] | None = None
    """How well JPEG and WebP keep a picture; WebP without it keeps every dot."""
    colour: ColourMode = ColourMode.RGB
    """What colours are mixed from."""
    sequence: PageOrder = PageOrder.FRONTS_FIRST
    """The order of fronts and backs."""
    cut_out: bool = False
    """Whether nothing is drawn outside the cut: round pieces are round on a transparent ground."""
    kinds: Annotated[tuple[PieceKind, ...], Field(min_length=1)] = Field(default_factory=lambda: tuple(KINDS.values()))
    """What it takes at all."""
    file: FileName = "{deck}/{piece}_{side}"
    """How pictures are named, without their ending."""
    once: bool = False
    """Whether pictures that are alike are one file: a back that all cards share is there once."""
    zip: bool = False
    """Whether all files are put into one archive."""
    limits: ExportLimits = ExportLimits()
    """What it takes at most."""
    options: dict[str, Cell | bool] = Field(default_factory=dict)
    """Values for the options of the writer, in place of its defaults."""
    upload: str = ""
    """What to upload where: the text beside the files."""
    products: tuple[Product, ...] = ()
    """What is made; without any, every piece is made in its own size."""

    @model_validator(mode="after")
    def _named_once(self) -> Profile:
        names = [product.name for product in self.products]
        if len(set(names)) < len(names):
            raise refusal("two products have the same name", "rename one of them")
        if self.format is PictureFormat.SVG and self.products:
            raise refusal(
                'format "svg" draws pieces in their own size and takes no products', 'format = "png" scales them'
            )
        for product in self.products:
            if product.picture is not None and any(
                pixels < side * self.dpi / MM_PER_INCH - 1
                for pixels, side in zip(product.picture, product.size, strict=True)
            ):
                raise refusal(f"the picture of {product.name} does not cover its size at {self.dpi:g} dpi")
        return self

    def canvas(self, product: Product) -> Size:
        """The size of a product's whole picture in mm."""
        if product.picture is not None:
            return Size(*(pixels / self.dpi * MM_PER_INCH for pixels in product.picture))
        return Size(*(side + 2 * self.bleed for side in product.size))
