"""The functions that templates and layouts may call, for one face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from markupsafe import Markup

from pnp.errors import Location, Problem, RenderError, did_you_mean, quote_value
from pnp.face.art_loader import ANCHORS, BOX, LOGO, PictureBox
from pnp.face.elements import unmarked, with_source_line
from pnp.face.maps import MapFunctions
from pnp.face.shapes import (
    FaceBox,
    Paint,
    StackedText,
    draw_disc,
    draw_line,
    draw_rect,
    fit_stack,
    icon_names,
    keep_mark,
    place_icons,
    turn_about,
)
from pnp.face.template import (
    PieceRow,
    calling_line,
)
from pnp.face.trace import add_mark
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size, parse_unit, trim
from pnp.spec.model import rename_color
from pnp.spec.texts import IconMap, drawing_name
from pnp.spec.values import COLOUR_EXAMPLE, Cell, parse_colour
from pnp.terms import Ink, PictureFit
from pnp.text.fonts import BODY, lacks_glyph, missing_message
from pnp.text.markup import escape_unpaired
from pnp.text.smart import curl
from pnp.text.text_box import Align, TextBox, VerticalAlign, height_at, set_text
from pnp.text.text_path import Baseline, PathAlign, read_baseline, set_on_path
from pnp.text.typography import runs_rtl

if TYPE_CHECKING:
    from pnp.face.render import FaceRenderer

PAPER: Final = "#ffffff"
LARGEST_NUMBER: Final = 10_000
"""Limit for the absolute value of numbers passed to template functions."""
TEXT_DEFAULTS: Final[dict[str, Any]] = {
    "size": 4, "font": BODY, "weight": "normal", "style": "normal", "align": "start", "valign": "top",
    "colour": "#3b2418", "leading": 1.2, "turn": 0, "underline": False,
}  # fmt: skip
"""Default arguments of `text()`."""
MAX_FAMILIES: Final = 20
"""Maximum number of font families for a text."""
SHRUNK_IN_DRAFTS: Final = 20
"""How much smaller than allowed a text along a path may become in a draft."""
_MARKUP_SIGNS: Final = frozenset("*{}\\")
"""Characters of markup, which are not drawn."""


class _StackPart(NamedTuple):
    """A part of a stack."""

    draw: Callable[..., str]
    """Function that draws it, given left, top, width and height."""
    height: float
    """Height in mm; 0 for a text."""
    text: StackedText | None = None


class TemplateFunctions:
    """The functions that a template may call, for one face."""

    def __init__(
        self, renderer: FaceRenderer, where: Location, icons: IconMap, size: Size, piece: PieceRow | None, *,
        font_fallback: bool = False,
    ) -> None:  # fmt: skip
        self.renderer, self.where, self.icons, self.font_fallback = renderer, where, icons, font_fallback
        self._size, self._piece = size, piece
        self._mark = ""
        """Mark of the current text in a traced face, or ""."""
        self._full_size: float | None = None
        """Size in mm of the current text before it was shrunk with its stack, or None."""

    def functions(self) -> dict[str, Callable[..., object]]:
        """Return the functions by their names in templates."""
        return {
            "art": self.art,
            "logo": self.logo,
            "text": self.text,
            "text_path": self.text_path,
            "image": self.image,
            "icons": self.icon_row,
            "rect": self.rect,
            "disc": self.disc,
            "line": self.line,
            "stack": self.stack,
            **MapFunctions(self.renderer, self._check_numbers, self._refusal).functions(),
            "ground": self.ground,
            "keep": self.keep,
            "cell": self.cell,
            "choose": self.choose,
            "units": self.units,
            "t": self.translate,
            "shade": self.shade,
            "fail": self.fail,
        }

    def art(
        self, name: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0,
        box: list[float] | tuple[float, ...] | None = None,
    ) -> Markup:  # fmt: skip
        """Place a drawing from `art/` or `art.py`, centred at (x, y).

        `scale` is in mm per unit. A drawing is 100 units wide, so a scale of 0.2 makes it 20 mm wide. `turn` rotates it
        clockwise, in degrees. With `box=[5, 14, 53, 40]`, the drawing fills that box as far as it fits: left, top,
        width and height in mm.
        """
        loader = self.renderer._art
        if box is not None:
            if not isinstance(box, list | tuple) or len(box) != 4:
                raise self._refusal("art", "box", "must be left, top, width and height", quote_value(box))
            self._check_numbers("art", x=box[0], y=box[1], w=box[2], h=box[3], turn=turn)
            place = PictureBox(box[0], box[1], box[2], box[3], turn=turn)
            return self._placed("art", name, place, lambda: loader.place_in_box(name, place, self.where))
        self._check_numbers("art", x=x, y=y, scale=scale, turn=turn)
        wide = abs(scale) * BOX
        around = PictureBox(x - wide / 2, y - wide / 2, wide, wide, turn=turn)
        return self._placed("art", name, around, lambda: loader.place_drawing(name, x, y, scale, turn, self.where))

    def logo(self, x: float, y: float, w: float, h: float, anchor: str = "center", turn: float = 0) -> Markup:
        """Place the game's logo as large as fits into a box; without a logo, return nothing.

        The logo is the drawing `logo-fr`, `logo-en` and so on for the language that is printed, or else `logo`. For a
        title in type where there is no logo, write `{{ logo(3, 9, 57, 20) or text(game.title, 3, 9, 57, 20) }}`.
        `anchor` and `turn` are as in `image`. In a layout, `image = "logo"` does the same.
        """
        if not self.renderer.logo_name:
            return self._markup("")
        return self.image(LOGO, x, y, w, h, anchor=anchor, turn=turn)

    def image(
        self,
        file: str,
        x: float,
        y: float,
        w: float,
        h: float,
        fit: str = PictureFit.CONTAIN,
        rim: float = 0,
        anchor: str = "center",
        turn: float = 0,
        radius: float = 0,
        bleed: bool = False,
    ) -> Markup:
        """Place a picture, an SVG file, a page of a PDF or a drawing, fitted into a box.

        `file` is a PNG, JPEG, WebP or SVG beside `game.toml` or in `art/`, a page of a PDF such as `cards.pdf#2`, or
        the name of a drawing. `fit` is contain, cover or stretch. `anchor` chooses the visible part of a larger picture
        or the position of a smaller one (`top`, `bottom left`). `turn` rotates the box clockwise, in degrees, and
        `radius` rounds its corners. `rim=bleed` mirrors the edges of the picture into the bleed. With `bleed=true`,
        sides at the edge of the card are moved to the end of the bleed.
        """
        self._check_numbers("image", x=x, y=y, w=w, h=h, rim=rim, turn=turn, radius=radius)
        for key, given, allowed in (("fit", fit, list(PictureFit)), ("anchor", anchor, list(ANCHORS))):
            if given not in allowed:
                raise self._refusal("image", key, f"must be one of {', '.join(allowed)}", quote_value(given))
        for key, length in (("rim", rim), ("radius", radius)):
            if length < 0:
                raise self._refusal("image", key, "must be 0 or more", f"{length:g}")
        place = FaceBox(x, y, w, h)
        if bleed:
            place = place.over_bleed(self._size, self.renderer.bleed)
        box = PictureBox(*place, PictureFit(fit), rim, anchor, turn, radius)
        loader = self.renderer._art
        if "." not in file:  # the name of a drawing
            name = drawing_name(file)
            if name == LOGO and (logo := self.renderer.logo_name):
                return self._placed("art", logo, box, lambda: loader.place_logo(logo, box, self.where))
            return self._placed("art", file, box, lambda: loader.place_in_box(name, box, self.where))
        return self._placed("image", file, box, lambda: loader.place_picture(file, box, self.where))

    def _placed(self, call: str, name: str, box: PictureBox, place: Callable[[], str]) -> Markup:
        """Return a drawing or picture; in a draft, a placeholder in its box if it cannot be placed."""
        try:
            return self._markup(self._traced(call, name, place()))
        except RenderError as error:
            draft, rect = self.renderer.draft, Rect(box.x, box.y, box.width, box.height)
            if draft is None:
                raise
            return self._markup(box.turned(draft.placeholder(self._on_line(error), rect, str(name))))

    def _on_line(self, error: RenderError) -> RenderError:
        """Return an error in this function with the line of the template that called it."""
        line = calling_line(self.renderer.project)
        return RenderError(*(replace(each, where=with_source_line(each.where, line)) for each in error.problems))

    def icon_row(
        self,
        icons: str | float | list[str] | tuple[str, ...],
        x: float,
        y: float,
        w: float,
        h: float,
        icon: str = "",
        size: float | None = None,
        gap: float | None = None,
        align: str = "start",
        valign: str = "middle",
    ) -> Markup:
        """Place a row of icons in a box, shrunk to fit.

        `icons` is a number, and `icon` the drawing to repeat; or `icons` is a list of drawings, which may be one text
        such as `fire, water`. `size` is their height, by default that of the box, and `gap` the space between them, by
        default a tenth of the size. Icons from [icons] have the names that they have there.
        """
        if icons is None or icons == "":
            return self._markup("")
        sizes = {"size": h if size is None else size, "gap": 0 if gap is None else gap}
        self._check_numbers("icons", x=x, y=y, w=w, h=h, **sizes)
        self._check_alignment("icons", align, valign)
        try:
            names = icon_names(icons, icon)
        except ValueError as error:
            raise self._refusal("icons", "icons", str(error), quote_value(icons)) from None
        if "" in names:
            hint = f"name the drawing to repeat {quote_value(icons)} times"
            raise self._refusal("icons", "icon", "is missing", "", hint)
        row = place_icons(len(names), FaceBox(x, y, w, h), sizes["size"], gap, align, valign)
        if self.renderer.trace:  # for the marks of the icons
            self.renderer.trace.mark_placed("text", ", ".join(names))
        placed = zip(names, row.centres, strict=True)
        return self._markup("".join(self._icon(name, *centre, row.size) for name, centre in placed))

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str = "none",
        stroke: str = "none",
        thickness: float = 0.3,
        radius: float = 0,
        opacity: float = 1,
        shade: bool = False,
        turn: float = 0,
    ) -> Markup:
        """Draw a rectangle; sides at the edge of the card extend over the bleed.

        `fill` and `stroke` are colours or none, `thickness` is that of the outline, and `radius` rounds the corners.
        With `shade=true`, the area is white with --ink low. `turn` rotates it clockwise around its centre, in degrees.
        """
        self._check_numbers("rect", x=x, y=y, w=w, h=h, radius=radius, turn=turn)
        paint = self._paint("rect", fill, stroke, thickness, opacity, shade=shade)
        place = FaceBox(x, y, w, h).over_bleed(self._size, self.renderer.bleed)
        return self._markup(turn_about(draw_rect(place, paint, radius, self._shape("rect")), place, turn))

    def disc(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str = "none",
        stroke: str = "none",
        thickness: float = 0.3,
        opacity: float = 1,
        shade: bool = False,
    ) -> Markup:
        """Draw a disc or ellipse that fills a box; colours and outline are as in `rect`."""
        self._check_numbers("disc", x=x, y=y, w=w, h=h)
        paint = self._paint("disc", fill, stroke, thickness, opacity, shade=shade)
        return self._markup(draw_disc(FaceBox(x, y, w, h), paint, self._shape("disc")))

    def line(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        colour: str = "#000000",
        thickness: float = 0.3,
        opacity: float = 1,
        color: str | None = None,
    ) -> Markup:
        """Draw a line from the upper left to the lower right corner of a box, whose width or height may be 0."""
        self._check_numbers("line", x=x, y=y, w=w, h=h)
        paint = self._paint("line", "none", colour if color is None else color, thickness, opacity)
        return self._markup(draw_line(FaceBox(x, y, w, h), paint, self._shape("line")))

    def stack(
        self,
        items: list[dict[str, Any]],
        x: float,
        y: float,
        w: float,
        h: float,
        gap: float = 1,
        valign: str = "top",
    ) -> Markup:
        """Place texts, icons and images below each other, each as high as its content.

        An item is a dictionary such as `{"text": piece.rule, "size": 4, "min": 2.6}`: it has `text`, `icons` or
        `image`, and the arguments of that function by name; icons and images also have a `height`. If there is no room,
        all texts shrink together. Empty items take no room.
        """
        self._check_numbers("stack", x=x, y=y, w=w, h=h, gap=gap)
        self._check_alignment("stack", "start", valign)
        if not isinstance(items, list | tuple) or not all(isinstance(item, dict) for item in items):
            raise self._refusal("stack", "items", "must be a list of dictionaries", quote_value(items))
        parts = [part for item in items if (part := self._stacked(dict(item), w)) is not None]
        texts = [part.text for part in parts if part.text is not None]
        room = h - gap * (len(parts) - 1) - sum(part.height for part in parts)
        share = fit_stack(texts, room) if parts else 1.0
        if share is None and self.renderer.draft is not None:
            return self._overfull_stack(parts, FaceBox(x, y, w, h), gap)
        if share is None:
            need = sum(text.height(text.smallest) for text in texts) + h - room
            message = "the boxes of the stack do not fit below each other"
            if need != inf:
                message += f": they need {trim(need)} mm of height at their smallest sizes; the stack has {trim(h)}"
            hint = "shorten a text, enlarge the stack, or allow a smaller size with min"
            raise RenderError(Problem(self.where, message, hint, code="E0403"))
        heights = [part.height if part.text is None else part.text.height(part.text.size(share)) for part in parts]
        free = h - sum(heights) - gap * (len(parts) - 1)
        at = y + {"middle": 0.5, "bottom": 1.0}.get(valign, 0.0) * free
        drawn: list[str] = []
        for part, height in zip(parts, heights, strict=True):
            sizes = {} if part.text is None else dict.fromkeys(("size", "min"), part.text.size(share))
            drawn.append(part.draw(x, at, w, height + (1e-6 if sizes else 0), **sizes))
            at += height + gap
        return self._markup("".join(drawn))

    def _overfull_stack(self, parts: list[_StackPart], box: FaceBox, gap: float) -> Markup:
        """Return a stack of a draft at its smallest sizes, beyond its box; texts that are too wide are marked."""
        drawn: list[str] = []
        at = box.y
        for part in parts:
            height = part.height if part.text is None else part.text.height(part.text.smallest)
            height = box.height / len(parts) if height == inf else height
            sizes = {} if part.text is None else dict.fromkeys(("size", "min"), part.text.smallest)
            drawn.append(part.draw(box.x, at, box.width, height + (1e-6 if sizes else 0), **sizes))
            at += height + gap
        message, hint = "the boxes of the stack do not fit below each other", "shorten a text, or enlarge the stack"
        error = RenderError(Problem(self.where, message, hint, code="E0403"))
        draft, rect = self.renderer.draft, Rect(*box)
        return self._markup("".join(drawn) + ("" if draft is None else draft.mark(self._on_line(error), rect)))

    def keep(self, x: float, y: float, w: float, h: float) -> Markup:
        """Mark a place of a board that must not be cut through, in mm of the board, if it is printed in parts.

        Draw nothing. Seams between parts avoid such places if they can without more parts.
        """
        self._check_numbers("keep", x=x, y=y, w=w, h=h)
        return self._markup(keep_mark(Rect(x, y, w, h)))

    def ground(self, ground: str) -> Markup:
        """Fill the whole face, including the bleed, with a colour or a picture; a colour is white with --ink low."""
        width, height = self._size
        if isinstance(ground, str) and parse_colour(ground) is None and ground != "none":
            return self.image(ground, 0, 0, width, height, fit=PictureFit.COVER, bleed=True)
        return self.rect(0, 0, width, height, ground, shade=True)

    def cell(self, name: str) -> Cell:
        """Return the content of a column or, for the name of an icon, the icon in braces, for use in a text."""
        if self._piece is not None and name in self._piece:
            value: Cell | None = self._piece[name]
            return "" if value is None else value
        if name in self.icons or self.renderer._art.has_icon(drawing_name(self.icons.drawing(name))):
            return f"{{{name}}}"
        columns = [] if self._piece is None else self._piece.names()
        hint = did_you_mean([*columns, *self.renderer._art.icon_names()], name)
        message = "there is no column or icon of this name"
        raise RenderError(Problem(self.where, message, hint, found=quote_value(name), code="E0410"))

    def choose(self, value: object, options: dict[str, Any], otherwise: Any = None) -> Any:
        """Return the option for a value: `choose(piece.suit, {"red": "#c33"}, "#333")`; the last is for all others."""
        key = trim(value) if isinstance(value, float) else str("" if value is None else value)
        found = options.get(key, otherwise)
        if found is None:
            message, hint = "there is no choice for this value", f"choices: {', '.join(map(quote_value, options))}"
            raise RenderError(
                Problem(self.where, message, f"{hint}; else is for all others", found=quote_value(key), code="E0411")
            )
        return found

    def units(self, unit: str) -> float:
        """Return the length of a unit in mm, for numbers in other units.

        The units are mm, cm, in, pt, and px@300 for pixels at 300 dpi: after `{% set px = units("px@300") %}`, write
        `75 * px`.
        """
        length = parse_unit(unit) if isinstance(unit, str) else None
        if length is None:
            raise self._refusal("units", "unit", "must be mm, cm, in, pt or px@300", quote_value(unit))
        return length

    def translate(self, key: str) -> str:
        """Return a text from `[text]` in `game.toml`, in the language that is printed."""
        texts = self.renderer.game.text
        if key not in texts:
            message = "[text] in game.toml has no such key"
            raise RenderError(
                Problem(self.where, message, did_you_mean(texts, key), found=quote_value(key), code="E0405")
            )
        text = texts[key][self.renderer.lang]
        if self.renderer.trace:
            self.renderer.trace.record_text(key, text)
        return text

    def fail(self, expected: str, found: str = "") -> str:
        """Stop with an error for a row that the template cannot draw: it must have `expected`, not `found`."""
        raise RenderError(Problem(self.where, f"must have {expected}", found=str(found), code="E0408"))

    def shade(self, colour: str) -> str:
        """Return the colour to fill an area with: white in low ink, otherwise `colour`."""
        return PAPER if self.renderer.ink is Ink.LOW else colour

    def text(
        self,
        string: object,
        x: float,
        y: float,
        w: float,
        h: float,
        size: float | None = None,
        min: float | None = None,
        font: str | list[str] | tuple[str, ...] | None = None,
        weight: str | None = None,
        style: str = "",
        align: str | None = None,
        valign: str | None = None,
        colour: str | None = None,
        leading: float | None = None,
        turn: float | None = None,
        underline: bool | None = None,
        color: str | None = None,
    ) -> Markup:
        """Set text in a box, wrapped, at the largest size between `min` and `size` that fits.

        A text that does not fit even at `min` stops the build with an error that names the card. The text may contain
        `**bold**`, `*italic*`, icons such as `{shell}`, and `\\*` for a star; the tags `<b>`, `<i>`, `<u>` and `<br>`,
        `<span colour="#c33" size="5">`, and `<name>` for a style in [styles]. `font` is a family or a list of families.
        `style` is normal, italic or the name of a style in [styles]. `align` is start, left, center or right, and
        `valign` is top, middle or bottom. `leading` is the line spacing as a multiple of the type size. `turn` rotates
        the box clockwise around its centre, in degrees.
        """
        self._check_string("text", string)
        asked = {
            "size": size, "min": min, "font": font, "weight": weight, "align": align, "valign": valign,
            "colour": color if colour is None else colour, "leading": leading, "turn": turn, "underline": underline,
        }  # fmt: skip
        chosen = TEXT_DEFAULTS | self._style(style) | {key: value for key, value in asked.items() if value is not None}
        box = self._box((x, y, w, h), chosen)
        drawn = self.set(self._content(string), box)
        if drawn and chosen["turn"]:
            drawn = f'<g transform="rotate({trim(chosen["turn"])} {trim(x + w / 2)} {trim(y + h / 2)})">{drawn}</g>'
        return self._markup(drawn)

    def text_path(
        self,
        string: object,
        path: object,
        size: float | None = None,
        min: float | None = None,
        font: str | list[str] | tuple[str, ...] | None = None,
        weight: str | None = None,
        style: str = "",
        align: PathAlign = "center",
        colour: str | None = None,
        offset: float = 0,
        color: str | None = None,
    ) -> Markup:
        """Set text along a path, at the largest size between `min` and `size` that fits.

        `path` is SVG path data such as `"M 5 20 Q 31 5 58 20"`, or a circle as `[x, y, radius]`: a centred text is at
        its top, or at its bottom if the radius is negative. `align` is start, center or end. `offset` moves the text
        above the path, in mm. A text that is longer than its path even at `min` stops the build with an error that says
        by how much. The text may contain the same markup as in `text()`, except underlines and line breaks.
        """
        self._check_string("text_path", string)
        if align not in get_args(PathAlign):
            message = f"must be one of {', '.join(get_args(PathAlign))}"
            raise self._refusal("text_path", "align", message, quote_value(align))
        self._check_numbers("text_path", offset=offset)
        try:
            curve = read_baseline(path)
            curve.raised(offset)
        except ValueError as error:
            raise self._refusal("text_path", "path", str(error), quote_value(path)) from None
        tint = color if colour is None else colour
        asked = {"size": size, "min": min, "font": font, "weight": weight, "colour": tint, "align": "start"}
        chosen = TEXT_DEFAULTS | self._style(style) | {key: value for key, value in asked.items() if value is not None}
        box = self._box((0, 0, 1, 1), chosen, "text_path")
        return self._markup(self.set_path(self._content(string), curve, box, align, offset))

    def set_path(self, content: str, curve: Baseline, box: TextBox, align: PathAlign, offset: float) -> str:
        """Return the SVG of a text along a line."""
        set_content = partial(
            set_on_path, curve=curve, draw_icon=self._icon, where=self.where, font_set=self.renderer.sources.fonts,
            align=align, offset=offset, fallback=self.font_fallback, mark=self._mark,
        )  # fmt: skip
        draft = self.renderer.draft
        if draft is None:
            return set_content(content, box=box)
        marks: list[str] = []
        (x0, x1), (y0, y1) = ((min(along), max(along)) for along in zip(*curve.points, strict=True))
        rect = Rect(x0, y0, x1 - x0, y1 - y0)

        def wrong(error: RenderError) -> None:
            marks.append(draft.mark(self._on_line(error), rect))

        content = self._without_missing(content, box, wrong)
        for smaller in (box, replace(box, smallest=box.smallest / SHRUNK_IN_DRAFTS)):
            try:
                return "".join([set_content(content, box=smaller), *marks])
            except RenderError as error:
                if smaller is box:
                    wrong(error)
        return "".join(marks)

    def _check_string(self, function: str, string: object) -> None:
        str(string)  # raises an error that names an undefined variable
        if isinstance(string, bool) or not isinstance(string, str | int | float):
            raise self._refusal(function, "string", "must be text or a number", type(string).__name__)

    def _content(self, string: object) -> str:
        """Return the content of a text that is drawn next; in a traced face, mark it with its sources."""
        text = str(string)
        if self.renderer.trace:
            text = unmarked(text)
            self._mark = self.renderer.trace.mark_placed("text", text)
        return self.content(text)

    def content(self, string: str) -> str:
        """Return a text with its icons marked and, if tables are loose, without markup that does not pair up.

        Smart typography applies to it if the game asks for it.
        """
        tags = self.renderer.tags
        content = tags.outside(string, self.icons.mark)
        content = content if self.renderer.game.strict else escape_unpaired(content, tags)
        smart = self.renderer.game.typography == "smart" and not self.font_fallback  # pnp's own texts are ready
        return curl(content, self.renderer.lang, tags) if smart else content

    def set(self, content: str, box: TextBox) -> str:
        """Return the SVG of a text in its box."""
        set_content = partial(
            set_text, box=box, draw_icon=self._icon, where=self.where, font_set=self.renderer.sources.fonts,
            fallback=self.font_fallback, mark=self._mark,
        )  # fmt: skip
        draft = self.renderer.draft
        if draft is None:
            return set_content(content)
        marks: list[str] = []
        rect = Rect(box.x, box.y, box.width, box.height)

        def overflow(error: RenderError) -> None:
            marks.append(draft.mark(self._on_line(error), rect))

        content = self._without_missing(content, box, overflow)
        try:
            drawn = set_content(content, overflow=overflow)
        except RenderError as error:
            return draft.placeholder(self._on_line(error), rect, content)
        return "".join([drawn, *marks])

    def _without_missing(self, content: str, box: TextBox, wrong: Callable[[RenderError], None]) -> str:
        """Return a text with ? for the characters that its fonts do not have; `wrong` is called with the first."""
        fonts, where = self.renderer.sources.fonts, self.where
        try:
            found = [fonts.nearest(name, bold=box.bold, italic=box.italic, where=where) for name in box.families]
        except RenderError:
            return content  # reported when the text is set
        letters = {letter for letter in content if not letter.isspace() and letter not in _MARKUP_SIGNS}
        missing = {letter for letter in letters if all(lacks_glyph(letter, font) for font in found)}
        if missing:
            first = next(letter for letter in content if letter in missing)
            hint = fonts.missing_character_hint(first, box.families[0])
            named = f"{quote_value(first)} (U+{ord(first):04X}) in {quote_value(content)}"
            wrong(RenderError(Problem(where, missing_message(box.families), hint, found=named, code="E0407")))
        return "".join("?" if letter in missing else letter for letter in content)

    def _stacked(self, item: dict[str, Any], width: float) -> _StackPart | None:
        """Return a part of a stack; None if it is empty."""
        kind = next((key for key in ("text", "icons", "image") if key in item), None)
        if kind is None:
            raise self._refusal("stack", "items", "must have text, icons or image", quote_value(item))
        content = item.pop(kind)
        str(content)  # raises an error that names an undefined variable
        if content is None or content == "":
            return None
        if kind != "text":
            height = item.pop("height", None)
            self._check_numbers("stack", height=height)
            draw: Callable[..., str] = self.icon_row if kind == "icons" else self.image
            return _StackPart(partial(draw, content, **item), height)
        asked = rename_color(item)
        style = self._style(asked.get("style", ""))
        chosen = TEXT_DEFAULTS | style | {key: value for key, value in asked.items() if key != "style"}
        box = self._box((0, 0, width, 1), dict(chosen))
        height_of = height_at(
            unmarked(self.content(str(content))),
            box,
            self.where,
            self.renderer.sources.fonts,
            fallback=self.font_fallback,
        )
        text = StackedText(box.size, box.smallest, height_of)
        options = {key: value for key, value in asked.items() if key not in ("size", "min")}
        return _StackPart(partial(self._shrunk_text, box.size, content, **options), 0, text)

    def _shrunk_text(self, full_size: float, *arguments: Any, **options: Any) -> Markup:
        """Set a text whose size was chosen by its stack; sizes inside it shrink in proportion."""
        self._full_size = full_size
        try:
            return self.text(*arguments, **options)
        finally:
            self._full_size = None

    def _paint(
        self, function: str, fill: str, stroke: str, thickness: float, opacity: float, *, shade: bool = False
    ) -> Paint:
        """Return the colours of a shape after checking them."""
        self._check_numbers(function, thickness=thickness, opacity=opacity)
        colours: dict[str, str] = {}
        for key, given in (("fill", fill), ("stroke", stroke)):
            colour = "none" if given == "none" else parse_colour(given) if isinstance(given, str) else None
            if colour is None:
                raise self._refusal(function, key, f"must be none or {COLOUR_EXAMPLE}", quote_value(given))
            colours[key] = colour
        if shade and colours["fill"] != "none":
            colours["fill"] = self.shade(colours["fill"])
        return Paint(colours["fill"], colours["stroke"], thickness, opacity)

    def _shape(self, name: str) -> str:
        """Return the mark of a shape in a traced face, or ""."""
        return self.renderer.trace.mark_placed("element", name) if self.renderer.trace else ""

    def _check_alignment(self, function: str, align: str, valign: str) -> None:
        for key, given, allowed in (("align", align, get_args(Align)), ("valign", valign, get_args(VerticalAlign))):
            if given not in allowed:
                raise self._refusal(function, key, f"must be one of {', '.join(allowed)}", quote_value(given))

    def _style(self, name: str) -> dict[str, Any]:
        """Return the settings of a style from `[styles]`, or of `normal` or `italic`."""
        styles = self.renderer.game.styles
        if name in styles:
            return {key: value for key, value in styles[name] if value is not None}
        if name not in ("", "normal", "italic"):
            message, hint = (
                "must be normal, italic or a style in [styles]",
                did_you_mean(["normal", "italic", *styles], name),
            )
            raise self._refusal("text", "style", message, quote_value(name), hint)
        return {"style": name} if name else {}

    def _box(self, place: tuple[float, float, float, float], chosen: dict[str, Any], function: str = "text") -> TextBox:
        """Return the box of a text after checking its settings."""
        colour = parse_colour(chosen["colour"]) if isinstance(chosen["colour"], str) else None
        if colour is None:
            raise self._refusal(function, "colour", f"must be {COLOUR_EXAMPLE}", quote_value(chosen["colour"]))
        if self.font_fallback and chosen["align"] == "start":  # pnp's pages always run from left to right
            chosen["align"] = "left"
        smallest = chosen.get("min", chosen["size"])
        x, y, w, h = place
        sizes = {"size": chosen["size"], "min": smallest, "leading": chosen["leading"], "turn": chosen["turn"]}
        self._check_numbers(function, x=x, y=y, w=w, h=h, **sizes)
        for key, allowed in (
            ("weight", ("normal", "bold")),
            ("style", ("normal", "italic")),
            ("align", get_args(Align)),
            ("valign", get_args(VerticalAlign)),
            ("underline", (True, False)),
        ):
            if chosen[key] not in allowed:
                raise self._refusal(
                    "text", key, f"must be one of {', '.join(map(str, allowed))}", quote_value(chosen[key])
                )
        return TextBox(
            *place, chosen["size"], smallest, self._families(chosen["font"]), chosen["weight"] == "bold",
            chosen["style"] == "italic", chosen["align"], chosen["valign"], colour, chosen["leading"],
            True if not self.font_fallback and runs_rtl(self.renderer.lang) else None,
            chosen["underline"] is True, self._full_size, self.renderer.tags,
        )  # fmt: skip

    def _families(self, font: object) -> tuple[str, ...]:
        """Return the families of `font`, which may be one name or a list."""
        families = (font,) if isinstance(font, str) else font
        named = isinstance(families, list | tuple) and all(isinstance(name, str) for name in families)
        if not isinstance(families, list | tuple) or not named or not 1 <= len(families) <= MAX_FAMILIES:
            message = f"must be a font name, or a list of 1 to {MAX_FAMILIES} font names"
            raise self._refusal("text", "font", message, quote_value(font))
        return tuple(families)

    @staticmethod
    def _markup(svg: str) -> Markup:
        """Return SVG as markup that is not escaped again.

        This is safe because texts in it are already escaped, and `check_svg` checks the whole face.
        """
        return Markup(svg)  # noqa: S704

    def _icon(self, name: str, x: float, y: float, size: float) -> str:
        drawing = self.icons.drawing(name)
        box = PictureBox(x - size / 2, y - size / 2, size, size)
        place = self.renderer._art.place_icon
        return self._placed("icon", drawing, box, lambda: place(drawing, x, y, size, self.where))

    def _traced(self, call: str, name: str, drawn: str) -> str:
        """Return a drawing or picture, with its mark if the face is traced."""
        trace = self.renderer.trace
        if trace is None:
            return drawn
        return add_mark(drawn, trace.mark_placed(call, name, self.renderer._art.source(name, art=call != "image")))

    def _check_numbers(self, function: str, **numbers: object) -> None:
        for name, number in numbers.items():
            good = isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < LARGEST_NUMBER
            if not good:  # also refuses NaN
                message = f"must be a number between -{LARGEST_NUMBER:,} and {LARGEST_NUMBER:,}"
                raise self._refusal(function, name, message, quote_value(number))

    def _refusal(self, function: str, argument: str, message: str, found: str, hint: str = "") -> RenderError:
        """Return the error for an invalid argument of a template function."""
        part = f"{function}({argument})"
        where = self.where.at(detail=f"{self.where.detail}: {part}" if self.where.detail else part)
        return RenderError(Problem(where, message, hint, found=found, code="E0406"))
