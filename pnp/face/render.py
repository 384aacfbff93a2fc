"""Render faces: fill in the template of a design's side and return checked SVG."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from pnp.errors import Location, PnpError, Problem, RenderError
from pnp.face.art_loader import ArtLoader
from pnp.face.draft import Draft
from pnp.face.elements import SOURCE_ATTRIBUTE, LineAt, with_source_line
from pnp.face.face import Face, add_version_mark, check_version_mark
from pnp.face.families import resolve_families
from pnp.face.functions import TemplateFunctions
from pnp.face.nets import compose_net
from pnp.face.placed import low_resolutions
from pnp.face.sources import SourceKind, Sources, SourceUse
from pnp.face.svg_check import check_svg
from pnp.face.template import (
    PieceRow,
    TemplateView,
    fill_template,
    freeze,
    template_environment,
    template_problem,
    with_template_line,
)
from pnp.face.trace import FaceTrace
from pnp.geometry.units import Size, trim
from pnp.pictures.embedded import image_keys
from pnp.project.folders import Project
from pnp.spec.model import Deck, Design, Game, Pictures
from pnp.spec.table import translated_heading
from pnp.spec.texts import NO_ICONS, IconMap
from pnp.spec.values import NAME, Cell, parse_colour
from pnp.spec.views import lookup_tables, shown_cell
from pnp.terms import Ink, Lang, PictureFit, Side
from pnp.text.markup import InlineStyle, Tags
from pnp.worker.progress import begin_step

LOGO_TEMPLATE: Final = "logo.svg.j2"
_LISTED: Final = re.compile(r"font-family\s*[=:][^;>]*,")
"""A `font-family` with more than one family."""


class FaceRenderer:
    """Renderer for the faces of one game, in one language and ink.

    `mark` is a version mark on fronts, and `max_dpi` limits the resolution of pictures. If `traced` is true, each
    element of a face is marked with the template line and the cells that it comes from. A `draft` is drawn despite
    problems, which are marked on the face.
    """

    def __init__(
        self,
        project: Project,
        game: Game,
        lang: Lang,
        ink: Ink,
        bleed: float,
        mark: str = "",
        max_dpi: float | None = None,
        *,
        traced: bool = False,
        draft: bool = False,
    ) -> None:
        if mark:
            check_version_mark(mark)
        self.trace = FaceTrace(project, game, lang) if traced else None
        self.draft = Draft() if draft else None
        self.mark, self.max_dpi = mark, max_dpi
        self.project, self.game, self.lang, self.ink, self.bleed = project, game, lang, ink, bleed
        self.sources = Sources(project, game.id, self._fact)
        self._art = ArtLoader(self.sources, low_ink=ink is Ink.LOW, max_dpi=max_dpi)
        self._environment = template_environment(self.sources, self.trace.mark_element if self.trace else None)
        self._icons = IconMap(game.icons)
        self.tags = text_tags(game)
        self._pieces: dict[tuple[str, str], PieceRow] = {}
        about = {key: partial(_identity, freeze(value)) for key, value in _game_values(game, lang).items()}
        keys = {"title": f"title.{lang}"} | {key: key for key in ("players", "age", "minutes")}
        self._game = self._view("game", about, keys)
        self.data = lookup_tables(game.data, lang, self._record_data)
        """Lookup tables for templates; each that is asked for is recorded."""
        others = {name: partial(self._other_deck, deck) for name, deck in game.decks.items()}
        self._decks = TemplateView("decks", others, self._record_deck)
        self._passed: dict[bytes, dict[str, str]] = {}
        """Root attributes of the SVGs that have passed `check_svg`, by hash."""

    def _traced(self) -> FaceRenderer:
        """Return a traced renderer with the same options."""
        given = self.project, self.game, self.lang, self.ink, self.bleed, self.mark, self.max_dpi
        return FaceRenderer(*given, traced=True, draft=self.draft is not None)

    def _view(self, kind: str, values: Mapping[str, Callable[[], object]], keys: Mapping[str, str]) -> TemplateView:
        """Return a view for templates; `keys` are the keys of the spec that the values come from."""
        return TemplateView(kind, values) if self.trace is None else self.trace.traced_view(kind, values, keys)

    def render(self, deck: Deck, design: Design, side: Side, look: int = 1) -> Face:
        """Return a face. Raise RenderError, with the piece as location, if it cannot be drawn."""
        deck, design, look = deck.drawn_from(design, look)
        name = deck.template(side)
        where = self.location(design, side, look)
        begin_step(where)
        if name is None:
            raise RenderError(Problem(where, f"the deck {deck.name} has no {side}", code="E0609"))
        if deck.unfolded:
            return self._draw_net(deck, design)
        draw = partial(self._draw, name, deck, design, side, look)
        if self.draft is None:
            return draw()
        blank = partial(Face, size=deck.size, bleed=self.bleed, where=where)
        return self.draft.face(draw, blank, deck.cut_line(side, design.id))

    def _draw(self, template: str, deck: Deck, design: Design, side: Side, look: int) -> Face:
        """Return a face with its version mark."""
        where = self.location(design, side, look)
        values: dict[str, object] = {"piece": self._piece(deck, design), "deck": self._deck(deck, design, side)}
        values |= {"decks": self._decks, "data": self.data, "side": side.value, "look": look}
        if deck.pictures is not None and side in design.pictures:
            values["picture"] = self._picture(deck, deck.pictures, design, side)
        face = self.fill(template, deck.size, where, values)
        if not self.mark or side is not Side.FRONT or deck.kind.rolled:  # a die has no room for it
            return face
        try:
            return add_version_mark(face, self.mark, deck.cut_line(side, design.id))
        except RenderError as error:
            if self.draft is None:
                raise
            self.draft.note(error)
            return face

    def _draw_net(self, deck: Deck, design: Design) -> Face:
        """Return the net of a die: each face at its place, clipped to its outline, with bleed over cuts."""
        faces, net = deck.faces, deck.net
        if faces is None or net is None:
            raise ValueError(f"the deck {deck.name} has no dice to unfold")
        drawn = [self.render(faces, row, Side.FRONT) for row in faces.designs]
        where = self.location(design, Side.FRONT)
        face = self.face(compose_net(net, [each.svg for each in drawn], self.bleed), deck.size, where)
        failed = any(each.failed for each in drawn)
        return replace(face, problems=tuple(problem for each in drawn for problem in each.problems), failed=failed)

    def _piece(self, deck: Deck, design: Design) -> PieceRow:
        """Return the row of a design for templates, always the same object."""
        key = deck.name, design.id
        if key not in self._pieces:
            row: dict[str, Cell] = {"id": design.id, "count": design.count}
            for name, value in design.fields.items():
                if isinstance(value, dict):
                    row |= {translated_heading(name, lang): text for lang, text in value.items()}
            row |= {name: shown_cell(design.field(name, self.lang), deck.columns.get(name)) for name in design.fields}
            headings = {head: name for head, name in deck.translated_headings.items() if name in row}
            headings |= {column.heading: name for name, column in deck.columns.items() if column.heading}
            traced = self.trace
            self._pieces[key] = traced.traced_row(row, headings, deck, design) if traced else PieceRow(row, headings)
        return self._pieces[key]

    def _deck(self, deck: Deck, design: Design, side: Side) -> TemplateView:
        """Return the deck for the template of a piece; values that depend on other rows are recorded when used."""
        key = f"decks.{deck.name}"
        return self._view(
            "deck",
            {
                "name": lambda: deck.name,
                "title": lambda: deck.title[self.lang],
                "kind": lambda: str(deck.kind),
                "size": lambda: deck.size,
                "outline": lambda: deck.cut_line(side, design.id).svg(),
                "square": lambda: deck.square,
                "count": partial(self._recorded, deck, "count"),
                "place": partial(self._recorded, deck, f"place.{design.id}"),
                "rows": partial(self._rows, deck),
            },
            {"name": key, "title": f"{key}.title.{self.lang}", "kind": f"{key}.kind"},
        )

    def _other_deck(self, deck: Deck) -> TemplateView:
        """Return a deck for the templates of any deck; all that they read of it is recorded."""

        def title() -> str:
            self._recorded(deck, "title")
            return deck.title[self.lang]

        values: dict[str, Callable[[], object]] = {
            "name": lambda: deck.name,
            "title": title,
            "count": partial(self._recorded, deck, "count"),
            "rows": partial(self._rows, deck),
        }
        key = f"decks.{deck.name}"
        return self._view("deck", values, {"name": key, "title": f"{key}.title.{self.lang}"})

    def _recorded(self, deck: Deck, fact: str) -> object:
        """Record that a face depends on a property of a deck, and return it."""
        use = (SourceKind.DECK, f"{deck.name}.{fact}")
        self.sources.record(*use)
        return self._fact(use)

    def _rows(self, deck: Deck) -> tuple[PieceRow, ...]:
        self._recorded(deck, "rows")
        return tuple(self._piece(deck.drawn, each) for each in deck.drawn.designs)

    def _record_deck(self, name: str) -> None:
        """Record that a face depends on whether there is a deck with this name."""
        if name not in self.game.decks and NAME.fullmatch(name):
            self.sources.record(SourceKind.DECK, f"{name}.count")

    def _record_data(self, name: str) -> None:
        """Record that a face depends on a lookup table, or on its absence."""
        if NAME.fullmatch(name):
            self.sources.record(SourceKind.DATA, name)

    def _fact(self, use: SourceUse) -> object:
        """Return what was recorded; None for an unknown lookup table or deck.

        That is the rows of a lookup table, or `<deck>.rows`, `<deck>.count`, `<deck>.title` or `<deck>.place.<id>`.
        """
        kind, name = use
        if kind is SourceKind.DATA:
            table = self.game.data.get(name)
            return None if table is None else (table.model_dump(), table.headings)
        deck_name, what, *of = name.split(".")
        deck = self.game.decks.get(deck_name)
        if deck is None:
            return None
        if what == "count":
            return deck.count
        if what == "title":
            return deck.title
        if what == "place":
            return next((place for place, design in enumerate(deck.drawn.designs, 1) if [design.id] == of), None)
        deck = deck.drawn
        columns = {name: (column.type, column.heading) for name, column in deck.columns.items()}
        rows = [(design.id, design.count, design.fields) for design in deck.designs]
        return rows, columns, deck.translated_headings

    def _picture(self, deck: Deck, pictures: Pictures, design: Design, side: Side) -> dict[str, object]:
        """Return the finished picture of a side. Raise RenderError if it is blank and `cards` is not set."""
        file, where = design.pictures[side], self.location(design, side)
        rim = 2 * pictures.bleed
        size = Size(deck.size.width + rim, deck.size.height + rim)
        counted = pictures.grid is None or pictures.cards is not None or side is Side.BACK
        if not counted and self._art.is_blank(file, size, where):
            message = f"the card on {file.partition(':')[0]} is blank"
            hint = f"if the last places are empty, set decks.{deck.name}.pictures.cards to the number of cards"
            raise RenderError(Problem(where, message, hint, code="E0505"))
        return {"file": file, "bleed": pictures.bleed, "fit": (pictures.fit or PictureFit.STRETCH).value}

    @property
    def lost(self) -> dict[str, tuple[str, ...]]:
        """Parts of drawings that cannot be printed, by file."""
        return self._art.unprintable

    def location(self, design: Design, side: Side, look: int = 1) -> Location:
        """Return the location of a face; as a string, it also seeds the random numbers of its template."""
        return Location(game=self.game.id, piece=design.id, side=side.value, look=look if design.looks > 1 else 0)

    def face(self, svg: str, size: Size, where: Location) -> Face:
        """Return a face with this SVG and the fonts and pictures that it uses."""
        named = self._art.pictures
        pictures = tuple(named[key] for key in image_keys(svg) if key in named)
        coarse = tuple(low_resolutions(svg, named, self.max_dpi).items()) if pictures else ()
        sources = tuple(self.trace.sources) if self.trace else ()
        return Face(svg, size, self.bleed, where, self.sources.fonts.used_in(svg), pictures, coarse, sources)

    def fill(
        self, template: str, size: Size, where: Location, values: dict[str, object], *, font_fallback: bool = False
    ) -> Face:
        """Fill in a template and return it as a face of this size. Raise RenderError if that fails.

        With `font_fallback`, all families of the project are fallbacks, for pnp's templates, which do not name them.
        """
        known_values = self.template_values(size, where, values, font_fallback=font_fallback)
        begin_step(where)
        if self.trace is not None:
            self.trace.begin()
        try:
            svg = fill_template(self._environment, template, known_values, where)
        except PnpError as error:
            raise with_template_line(error, where, self.project) from error
        except Exception as error:  # report any mistake in a template without a traceback
            raise RenderError(template_problem(error, where, self.project, known_values)) from error
        finally:
            if self.trace is not None:
                self.trace.end()
        try:
            return self.check(svg, size, where)
        except RenderError:
            if self.trace is None:  # a traced renderer reports the lines of the template
                self._traced().fill(template, size, where, values, font_fallback=font_fallback)
            raise

    @property
    def logo_name(self) -> str:
        """Name of the drawing of the game's logo in this language; empty if it has none."""
        return self._art.logo(self.lang)

    def logo(self, width: float) -> Face | None:
        """Return the game's logo as a face, `width` mm wide; None if the game has none."""
        if not self.logo_name:
            return None
        where = Location(game=self.game.id, detail=self.logo_name)
        extent = self._art.extent(self.logo_name, where)
        return self.fill(LOGO_TEMPLATE, Size(width, width * extent.height / extent.width), where, {})

    def template_values(
        self, size: Size, where: Location, values: dict[str, object], *, font_fallback: bool = False
    ) -> dict[str, object]:
        """Return all values and functions for a template, by name; `pnp.reference.templates` documents them."""
        known_values: dict[str, object] = {
            "w": size.width,
            "h": size.height,
            "bleed": self.bleed,
            "lang": str(self.lang),
            "ink": self.ink.value,
            "game": self._game,
        }
        icons = self._icons if "piece" in values else NO_ICONS
        piece = values.get("piece")
        row = piece if isinstance(piece, PieceRow) else None
        known_values |= self.functions(where, icons, size, row, font_fallback=font_fallback).functions()
        return known_values | {key: freeze(value) for key, value in values.items()}

    def functions(
        self, where: Location, icons: IconMap, size: Size, piece: PieceRow | None, *, font_fallback: bool
    ) -> TemplateFunctions:
        """Return the functions that the template of a face may call."""
        return TemplateFunctions(self, where, icons, size, piece, font_fallback=font_fallback)

    def check(self, svg: str, size: Size, where: Location) -> Face:
        """Check the SVG that a template has written and return it as a face."""
        line_at: LineAt = self.trace.line if self.trace else _no_line
        mark = hashlib.sha256(svg.encode("utf-8", "surrogatepass")).digest()
        root = self._passed.get(mark)
        if root is None:  # many pieces share a back, and the check takes a third of the time
            root = self._passed[mark] = check_svg(svg, where, self.sources.fonts, line_at)
        face = self.face(svg, size, where)
        _check_canvas(root, face, line_at(root.get(SOURCE_ATTRIBUTE, "")))
        if face.fonts or _LISTED.search(svg):
            return self.face(resolve_families(svg, self.sources.fonts, where, line_at), size, where)
        return face


def text_tags(game: Game) -> Tags:
    """Return the tags that texts of a game may contain: pnp's, and one for each of its styles.

    Settings of a style that apply to a whole box, such as its alignment, do not apply to a tag.
    """
    return Tags(
        {
            name: InlineStyle(
                None if style.weight is None else style.weight == "bold",
                None if style.style is None else style.style == "italic",
                style.underline,
                style.colour,
                style.size,
                families=None
                if style.font is None
                else ((style.font,) if isinstance(style.font, str) else tuple(style.font)),
            )
            for name, style in game.styles.items()
        },
        parse_colour,
    )


def _identity(value: object) -> object:
    return value


def _no_line(_mark: str) -> None:
    return None


def _game_values(game: Game, lang: Lang) -> dict[str, object]:
    """Return the values of `game` in templates."""
    return {
        "id": game.id,
        "title": game.title[lang],
        "players": game.players,
        "age": game.age,
        "minutes": game.minutes,
    }


def _check_canvas(root: dict[str, str], face: Face, line: Location | None) -> None:
    """Raise RenderError if the SVG does not have the size of the piece with its bleed."""
    width, height = face.canvas
    stated = [root.get("width", "").removesuffix("mm"), root.get("height", "").removesuffix("mm")]
    wanted = [-face.bleed, -face.bleed, width, height]
    try:
        found = [float(number) for number in [*root.get("viewBox", "").split(), *stated]]
    except ValueError:
        found = []
    if len(found) != 6 or any(abs(a - b) > 0.01 for a, b in zip(found, [*wanted, width, height], strict=True)):
        hint = 'templates begin with {% extends "face.svg.j2" %}'
        box = " ".join(trim(number) for number in wanted)
        message = f"the SVG does not measure {trim(width)}mm × {trim(height)}mm, viewBox {box}"
        size = f"{root.get('width')} × {root.get('height')}, viewBox {root.get('viewBox')}"
        raise RenderError(Problem(with_source_line(face.where, line), message, hint, found=size, code="E0409"))
