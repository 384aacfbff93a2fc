"""Draw calls of Squib decks as boxes of layouts: texts, pictures and shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pnp.face.layout import BOX_NAME, LAYOUT_KEYS
from pnp.spec.table import slugify
from pnp.starter.squib.deck import SquibBox, SquibDeck
from pnp.starter.squib.folder import SquibFolder
from pnp.starter.squib.layout import parse_length
from pnp.starter.squib.script import MOST_OPTIONS, PROOFS, SAVES, Draw, Filled, Picked, describe_value
from pnp.starter.squib.values import DrawOptions, Place, SquibFonts

_DRAWN: Final = (
    "mask", "blend", "crop_x", "crop_y", "crop_width", "crop_height", "flip_horizontal", "flip_vertical",
)  # fmt: skip
"""Options of pictures that only a drawing program can replace."""
_PROOF_ENTRIES: Final = ("cut", "safe", "cut_line", "safe_zone", "cut_zone", "cutline", "bleed")
"""Entries of layouts whose rectangles are cut lines or safe zones."""


class SquibBoxes:
    """Turns draw calls into boxes, and collects the styles and icons that the texts of all decks use."""

    def __init__(self, folder: SquibFolder) -> None:
        self._folder = folder
        self._makers = {
            "text": self._text, "svg": self._image, "png": self._image, "rect": self._rect, "circle": self._circle,
            "ellipse": self._ellipse, "line": self._line,
        }  # fmt: skip
        self.fonts = SquibFonts(folder)
        self.icons: dict[str, str] = {}
        """Files of icons in texts, by name."""
        self.has_markup = False
        """Whether a text has markup, in which Squib curls quotes."""

    def draw(self, deck: SquibDeck) -> None:
        """Add the boxes of a deck, in the order of its calls, and set its ground."""
        for draw in deck.call.draws:
            self._draw(deck, draw)
        deck.boxes = [_closed(box, deck) for box in deck.boxes]

    def _draw(self, deck: SquibDeck, draw: Draw) -> None:
        if draw.name in SAVES or draw.name == "use_layout":
            return
        plain = DrawOptions(self._folder, deck, draw, draw.options)
        if draw.name in PROOFS:
            deck.has_cut_lines = True
        elif draw.name in ("set", "set_font"):
            font = draw.options.get("font")
            deck.font = font if isinstance(font, str) else deck.font
        elif draw.name == "background":
            deck.ground = _ground(plain)
        elif draw.name not in self._makers:
            plain.lost(f"draws a {draw.name}; draw it as an SVG file and place it with image")
        else:
            self._add_boxes(plain)

    def _add_boxes(self, plain: DrawOptions) -> None:
        """Add the box of a call, or one for each layout that it uses."""
        deck, draw = plain.deck, plain.draw
        for condition, entry, options in self._variants(plain):
            if entry in _PROOF_ENTRIES and draw.name == "rect":
                deck.has_cut_lines = True
                continue
            keys = self._makers[draw.name](options)
            if keys is None:
                continue
            when = [each for each in (condition, options.range()) if each]
            if when:
                keys["when"] = " and ".join(when)
            is_open = draw.name == "text" and options.get("height", "auto") == "auto"
            comment = f"{draw.name}, {deck.call.file}:{draw.line}"
            deck.boxes.append(SquibBox(_box_name(options, entry), comment, keys, is_open))

    def _variants(self, plain: DrawOptions) -> Iterator[tuple[str, str, DrawOptions]]:
        """Yield a condition, the entry of the layout and all options, for each layout that a call uses."""
        deck, draw = plain.deck, plain.draw
        chosen = draw.options.get("layout")
        given = {key: value for key, value in draw.options.items() if key != "layout"}

        def with_entry(name: str) -> DrawOptions:
            if name and name not in deck.layout:
                plain.lost(f"{draw.name} uses the layout {name}, which does not exist; Squib’s defaults are used")
            return DrawOptions(self._folder, deck, draw, deck.layout.get(name, {}) | given)

        if chosen is None or isinstance(chosen, str):
            yield "", str(chosen or ""), with_entry(str(chosen or ""))
            return
        by, names = "", dict[str, list[str]]()
        if isinstance(chosen, Filled) and chosen.column:
            by = chosen.table.name(chosen.column)
            names = {cell: [cell] for cell in dict.fromkeys(chosen.per_row()) if cell in deck.layout}
        elif isinstance(chosen, Picked) and chosen.by.column:
            by = chosen.by.table.name(chosen.by.column)
            for cell, name in chosen.options.items():
                names.setdefault(str(name), []).append(cell)
        if not names or len(names) > MOST_OPTIONS:
            plain.lost(f"{draw.name} has a layout for each card: {describe_value(chosen)}")
            return
        for name, cells in names.items():
            quoted = [f"'{cell}'" for cell in cells if "'" not in cell]
            condition = f"{by} == {quoted[0]}" if len(quoted) == 1 else f"{by} in [{', '.join(quoted)}]"
            yield condition, name, with_entry(name)

    # ---------------------------------------------------------------- texts

    def _text(self, options: DrawOptions) -> dict[str, Any] | None:
        if options.get("str") is None:
            options.lost("text shows nothing; the table may lack a column that it had")
            return None
        markup = options.get("markup") is True
        content = options.content(options.get("str"), text=not markup)
        if content is None:
            return None
        self.has_markup = self.has_markup or markup
        if markup:
            _check_markup(options)
        self._add_icons(options)
        font = self.fonts.style(options)
        place, turn = options.turned(options.place(None, None))
        keys: dict[str, Any] = {"text": content, "box": place, "style": font}
        if "width" in options and options.get("width") != "auto":
            align = options.word("align", ("left", "center", "right"), "left")
            keys |= {"align": align} if align != "left" else {}
        valign = options.word("valign", ("top", "middle", "bottom"), "top")
        if valign != "top" and options.get("height", "auto") != "auto":
            keys["valign"] = valign
        colour = options.colour("color", "black")
        if colour not in ("#000000", "black", "none"):
            keys["colour"] = colour
        spacing = parse_length(options.get("spacing"))
        if spacing:
            keys["leading"] = round(min(max(1.2 + spacing / (font.points * options.deck.dpi / 72), 0.7), 4), 2)
        if turn:
            keys["turn"] = turn
        for key in ("justify", "stroke_width", "dash"):
            if options.get(key) not in (None, False, 0, 0.0, ""):
                options.lost(f"text has {key}; pnp has no such texts")
        return keys

    def _add_icons(self, options: DrawOptions) -> None:
        for method, given in options.draw.embeds:
            key, file = given.get("key"), given.get("file")
            if not isinstance(key, str) or not isinstance(file, str):
                options.lost(f"embed.{method} has the key {describe_value(key)} and the file {describe_value(file)}")
                continue
            inner = key[1:-1] if re.fullmatch(r":[\w-]+:|\{[\w-]+\}", key) else key
            if not inner or re.search(r"[\s*\\{}]", inner):
                options.lost(f"embed.{method} has the key {key!r}; icons of pnp have no spaces, *, \\ or braces")
                continue
            target = self._folder.copy_picture(file)
            if target is None:
                options.lost(f"embed.{method} uses {file}, which does not exist")
                continue
            self.icons.setdefault(inner, _in_art(target))

    # ---------------------------------------------------------------- pictures

    def _image(self, options: DrawOptions) -> dict[str, Any] | None:
        if options.get("data") is not None or options.get("id") is not None:
            options.lost(f"{options.draw.name} draws a part of a file (id: or data:); save each part as a file")
            return None
        if options.get("file", "") is None or "file" not in options:
            return None
        content = options.content(options.get("file"), text=False)
        if content is None:
            return None
        files = _picture_names(options.get("file"))
        found = {file: self._folder.copy_picture(file) for file in dict.fromkeys(files) if file}
        missing = [file for file, target in found.items() if target is None]
        if missing:
            shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
            options.lost(f"{options.draw.name} uses files that do not exist: {shown}")
        if found and len(missing) == len(found):
            return None
        keys: dict[str, Any] = {"image": _in_art(content)}
        native = next(
            (size for target in found.values() if target and (size := self._folder.picture_size(target))), None
        )
        place, fit = _image_place(options, native)
        place, turn = options.turned(place)
        keys["box"] = place
        if fit != "contain":
            keys["fit"] = fit
        elif native is None:
            keys["anchor"] = "top left"
        if turn:
            keys["turn"] = turn
        radius = parse_length(options.get("crop_corner_radius"), options.deck.dpi, options.deck.cell)
        if radius:
            keys["radius"] = radius
        for key in _DRAWN:
            if options.get(key) not in (None, False, 0, "none", "native"):
                options.lost(f"{options.draw.name} has {key}; change the picture in a drawing program instead")
        if options.get("alpha", 1) != 1:
            options.lost(f"{options.draw.name} is transparent (alpha); save the picture with transparency instead")
        return keys

    # ---------------------------------------------------------------- shapes

    def _rect(self, options: DrawOptions) -> dict[str, Any] | None:
        place, turn = options.turned(options.place(options.deck.width, options.deck.height))
        keys = {"rect": options.colour("fill_color", "#0000"), "box": place}
        keys |= _paint(options)
        radius = options.length("radius", options.length("x_radius", 0.0))
        return keys | ({"radius": radius} if radius else {}) | ({"turn": turn} if turn else {})

    def _circle(self, options: DrawOptions) -> dict[str, Any] | None:
        x = options.length("x", 0.0) or 0.0
        y = options.length("y", 0.0) or 0.0
        radius = options.length("radius", 100.0) or 100.0
        if any(key.startswith("arc_") for key in options):
            options.lost("circle is an arc; draw it as an SVG file")
        keys = {"disc": options.colour("fill_color", "#0000")}
        keys |= {"box": (x - radius, y - radius, 2 * radius, 2 * radius)}
        return keys | _paint(options)

    def _ellipse(self, options: DrawOptions) -> dict[str, Any] | None:
        place = options.place(options.deck.width, options.deck.height)
        keys = {"disc": options.colour("fill_color", "#0000"), "box": place}
        return keys | _paint(options)

    def _line(self, options: DrawOptions) -> dict[str, Any] | None:
        usual = {"x1": 100.0, "y1": 100.0, "x2": 150.0, "y2": 150.0}
        x1, y1, x2, y2 = (options.length(key, value) or 0.0 for key, value in usual.items())
        if (x2 - x1) * (y2 - y1) < 0:
            options.lost("line rises from left to right; draw it as an SVG file")
            return None
        paint = _paint(options)
        if not paint:
            return None
        box = (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        return {"line": paint["stroke"], "box": box, "thickness": paint["thickness"]}


def _ground(options: DrawOptions) -> Any:
    """Return the colour of a background."""
    value = options.get("color", "black")
    if isinstance(value, str):
        gradient = re.search(r"(#[0-9a-fA-F]{3,8}|[A-Za-z_]+)@", value)
        if gradient:
            options.lost("background is a gradient; its first colour is used, or draw it as an SVG file")
            value = gradient[1]
    return DrawOptions(options.folder, options.deck, options.draw, {"color": value}).colour("color", "white")


def _box_name(options: DrawOptions, entry: str) -> str:
    """Return a name that no box of the deck has: that of the layout's entry, the column or the file."""
    content = options.get("str", options.get("file"))
    kind = options.draw.name
    called = content.column if isinstance(content, Filled) else content if isinstance(content, str) else ""
    name = slugify(entry or Path(called).stem[:30] or kind, "-").strip("-")[:40] or kind
    name = name if BOX_NAME.fullmatch(name) and name not in LAYOUT_KEYS else f"{kind}-{name}"[:50]
    name = re.sub(r"[^A-Za-z0-9_-]", "", name) or kind
    taken, made, number = {box.name for box in options.deck.boxes}, name, 2
    while made in taken:
        made, number = f"{name}-{number}", number + 1
    return made


def _check_markup(options: DrawOptions) -> None:
    """Note the tags of a text that pnp does not have."""
    value = options.get("str")
    cells = value.per_row() if isinstance(value, Filled) else [value]
    strange = {tag for cell in cells for tag in re.findall(r"<(tt|sub|sup|big|small|s)>", str(cell))}
    spans = any("<span" in str(cell) and "foreground" in str(cell) for cell in cells)
    if strange or spans:
        named = ", ".join(sorted(strange | ({"span foreground=…"} if spans else set())))
        options.lost(f"text uses {named}; pnp knows <b>, <i>, <u>, <br> and <span colour=… size=…>")


def _image_place(options: DrawOptions, native: tuple[float, float] | None) -> tuple[Place, str]:
    """Return the box of a picture, and how it is fitted."""
    given = [key for key in ("width", "height") if str(options.get(key, "native")) not in ("native", "scale")]
    scaled = [key for key in ("width", "height") if str(options.get(key)) == "scale"]
    wide, high = native or (None, None)
    place = options.place(wide, high)
    if len(given) == 1 and scaled and wide and high:
        x, y, width, height = place
        if given == ["width"]:
            return (x, y, width, width * high / wide), "contain"
        return (x, y, height * wide / high, height), "contain"
    if len(given) == 2:
        return place, "stretch"
    return place, "stretch" if native and given else "contain"


def _picture_names(value: Any) -> list[str]:
    """Return the files that a call places on the cards."""
    if isinstance(value, Filled):
        return value.per_row() if not value.column else [cell for cell in value.per_row() if cell]
    if isinstance(value, Picked):
        return [str(each) for each in value.options.values()]
    return [str(each) for each in value if each] if isinstance(value, list) else [str(value)]


def _in_art(file: Any) -> Any:
    """Return the name of a picture, or of each one of a choice, with its folder."""
    if isinstance(file, dict):
        return {key: value if key == "by" or not value else _in_art(value) for key, value in file.items()}
    return "art/" + file.replace("\\", "/").removeprefix("./")


def _paint(options: DrawOptions) -> dict[str, Any]:
    """Return the keys of an outline."""
    stroke = options.colour("stroke_color", "black")
    width = options.length("stroke_width", 2.0)
    if options.get("dash"):
        options.lost(f"{options.draw.name} is dashed; pnp draws it solid")
    return {} if stroke == "none" or not width else {"stroke": stroke, "thickness": width}


def _closed(box: SquibBox, deck: SquibDeck) -> SquibBox:
    """Return a text without a height so that it ends above the next text or picture below it."""
    if not box.is_open:
        return box
    x, y, width, height = box.keys["box"]
    least = box.keys["style"].smallest * deck.dpi / 72 * 2.4  # two lines at the smallest size
    below = [
        top
        for left, top, wide, _ in (other.keys["box"] for other in deck.boxes if {"text", "image"} & set(other.keys))
        if top >= y + least and left < x + width and x < left + wide
    ]
    return box._replace(keys=box.keys | {"box": (x, y, width, min([height, *(top - y for top in below)]))})
