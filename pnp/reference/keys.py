"""Every key of the files that a designer writes, and every form of rule, with meaning, values and example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, did_you_mean, quote_value
from pnp.reference.schema import (
    LAYOUT_FILE,
    RULEBOOK_FILE,
    attribute_docs,
    documents,
    layout_reference,
    rulebook_reference,
)
from pnp.spec import model
from pnp.spec.model import Form
from pnp.spec.rule import FORM_KEYS

_DECK: Final = "[decks.cards]\n"
_PICTURES: Final = '[decks.dragons]\nsize = "poker"\n'
_GRID: Final = f'{_PICTURES}pictures = {{ from = "dragons.pdf", grid = [3, 3]'
_COLUMN: Final = "[decks.cards.columns]\n"
_BOX: Final = '[[box]]\nname = "cards"\ncount = 10\nof = ["cards"]'
_PIPS: Final = '[data.pips]\ntable = "pips.csv"\n\n[data.pips.columns]\n'
_MAP: Final = '[data.map]\ntable = "map.csv"              # a row for each hex: 0101, 0102, …\n'
_RULE: Final = '[[rule]]\nform = "count"\nof = "cards"\n'
_SECTION: Final = '[[section]]\nid = "turn"\nheading = "Your turn"\n'
_STEPS: Final = 'steps = ["Draw a card.", "Play a card."]'
_POINTS: Final = 'points = [["each shell", "{=hand}"]]'
_AID: Final = '[[aid]]\nid = "turn"\nheading = "Your turn"\n'
_FIGURE: Final = 'figure = { name = "fan", caption = "A hand." }'
_ACTION: Final = 'actions = [{ name = "Dig", cost = "{=hand}", text = "take the top card.", short = "top card." }]'

_PLACE: Final = "box = [5, 14, 53, 40]"
_STACK: Final = '[body]\nstack = ["rule", "coins"]\nbox = [5, 55, 53, 23]\n\n[rule]\ntext = "{rule}"\n\n'
_CONTENT: Final = {
    "text": '[title]\ntext = "{name}"\n' + _PLACE,
    "image": '[picture]\nimage = "art/{kind}.png"\n' + _PLACE,
    "icons": '[cost]\nicons = "{cost}"\nicon = "coin"\n' + _PLACE,
    "rect": '[panel]\nrect = "#fdf6e3"\n' + _PLACE,
    "disc": '[badge]\ndisc = "#2f3e63"\n' + _PLACE,
    "line": '[rule]\nline = "#2f3e63"\nbox = [5, 54, 53, 0]',
    "stack": _STACK + '[coins]\nicons = "{cost}"\nicon = "coin"\nheight = 5',
}
"""Example of each kind of box."""
_BOX_KEYS: Final = {
    "text": {
        "style": 'style = "title"            # [styles.title] in game.toml',
        "size": "size = 6", "min": "size = 6\nmin = 3", "font": 'font = "Fredoka One"', "weight": 'weight = "bold"',
        "align": 'align = "center"', "valign": 'valign = "middle"',
        "colour": 'colour = { by = "kind", owl = "#2f3e63", else = "#333" }  # or colour = "#333"',
        "underline": "underline = true", "leading": "leading = 1.1", "turn": "turn = 90", "arc": "arc = 6",
    },
    "image": {
        "fit": 'fit = "cover"', "anchor": 'fit = "cover"\nanchor = "top"', "radius": "radius = 2", "turn": "turn = 5",
        "important": "important = true",
    },
    "icons": {
        "icon": "", "size": "size = 4", "gap": "gap = 0.5", "align": 'align = "right"', "valign": 'valign = "top"',
        "important": "important = true",
    },
    "rect": {
        "stroke": 'stroke = "#333"', "thickness": 'stroke = "#333"\nthickness = 0.5', "radius": "radius = 3",
        "opacity": "opacity = 0.5", "shade": "shade = true", "turn": "turn = 45", "important": "important = true",
    },
    "disc": {
        "stroke": 'stroke = "#333"', "thickness": 'stroke = "#333"\nthickness = 0.5', "opacity": "opacity = 0.5",
        "shade": "shade = true", "important": "important = true",
    },
    "line": {"thickness": "thickness = 0.5", "opacity": "opacity = 0.5"},
    "stack": {"gap": _STACK.replace("23]", "23]\ngap = 2") + _CONTENT["stack"].removeprefix(_STACK),
              "valign": _STACK.replace("23]", '23]\nvalign = "bottom"') + _CONTENT["stack"].removeprefix(_STACK)},
}  # fmt: skip


def _layout_examples() -> dict[str, str]:
    """Return an example of each key of layouts."""
    made = {
        "layout": f'#:schema ../../.pnp/layout.schema.json\nground = "#fdf6e3"\n\n{_CONTENT["text"]}\nstyle = "title"',
        "layout.like": f'like = "card.toml"\n\n{_CONTENT["rect"]}',
        "layout.units": 'units = "px@300"\n\n[title]\ntext = "{name}"\nbox = [75, 60, 600, 90]',
        "layout.origin": 'units = "px@300"\norigin = [37.5, 37.5]  # the numbers count from the end of the bleed',
        "layout.ground": 'ground = "#fdf6e3"    # or "{kind}.png", or { by = "kind", owl = "#123", else = "#fff" }',
    }
    for kind, box in _CONTENT.items():
        made |= {f"layout.{kind}": box, f"layout.{kind}.{kind}": box, f"layout.{kind}.box": box}
        when = box.replace("\nbox = ", "\nwhen = \"kind != 'owl'\"\nbox = ", 1)
        made[f"layout.{kind}.when"] = when
        for key, lines in _BOX_KEYS[kind].items():
            made[f"layout.{kind}.{key}"] = lines if kind == "stack" else f"{box}\n{lines}".strip()
    for kind, member in (("icons", _CONTENT["stack"]), ("image", _STACK + '[coins]\nimage = "coin"\nheight = 5')):
        made[f"layout.{kind}.height"] = member
    return made


KEY_EXAMPLES: Final[dict[str, dict[str, str]]] = {
    "game.toml": {
        "title": 'title = "Low Tide"        # or { en = "Low Tide", fr = "Marée basse" }',
        "languages": 'languages = ["fr", "en"]  # or "de"',
        "players": "players = [2, 5]",
        "age": "age = 8",
        "minutes": "minutes = 30",
        "colour": 'colour = "#2f6f73"',
        "cut": 'cut = "shared"            # or "apart", or "auto"',
        "credits": '[credits]\ndesign = ["Ada Moss", "Leo Brook"]\nyear = 2026',
        "credits.design": '[credits]\ndesign = ["Ada Moss", "Leo Brook"]  # or "Ada Moss"',
        "credits.publisher": '[credits]\npublisher = "Tidal Games"',
        "credits.year": "[credits]\nyear = 2026",
        "credits.art": '[credits]\nart = "Ada Moss"',
        "credits.text": '[credits]\ntext = "Leo Brook"               # or { en = "the authors", fr = "les auteurs" }',
        "credits.notes": '[credits]\nnotes = "Thanks to all who played it."',
        "credits.licence": '[credits]\nlicence = "CC BY-NC 4.0"',
        "credits.url": '[credits]\nurl = "https://example.org/low-tide"',
        "strict": "strict = false",
        "sizes": '[sizes]\nchit = [22, 22]\nboard = "297 x 210 mm"',
        "text": '[text]\nscore = "Score"           # t("score") in a template',
        "icons": '[icons]\ncoin = "gold"             # {coin} or :coin: in a text is art/gold.svg',
        "typography": 'typography = "smart"         # "It\'s..." is printed “It’s…”',
        "styles": '[styles.rule]\nfont = "Source Sans Pro"\nsize = 4                  # text(…, style="rule")',
        "styles.font": '[styles.rule]\nfont = ["Fredoka One", "Source Sans Pro"]',
        "styles.size": "[styles.rule]\nsize = 4",
        "styles.min": "[styles.rule]\nsize = 4\nmin = 2.4",
        "styles.weight": '[styles.rule]\nweight = "bold"',
        "styles.style": '[styles.saying]\nstyle = "italic"',
        "styles.underline": "[styles.link]\nunderline = true",
        "styles.align": '[styles.rule]\nalign = "center"',
        "styles.valign": '[styles.rule]\nvalign = "middle"',
        "styles.colour": '[styles.rule]\ncolour = "#3b2418"        # or "#fff", or "gold"',
        "styles.leading": "[styles.rule]\nleading = 1.3",
        "styles.turn": "[styles.spine]\nturn = 90",
        "numbers": "[numbers]\nhand = 5                  # {=hand} in a memo",
        "data": '[data.pips]\ntable = "pips.csv"         # data.pips["coin"] in a template',
        "data.table": '[data.pips]\ntable = "pips.csv"         # or "cards.xlsx#Pips", or a web address',
        "data.rows": '[data.pips]\nrows = [{ id = "coin", points = 1 }, { id = "gem", points = 5 }]',
        "data.columns": f'{_PIPS}points = {{ type = "int", min = 0 }}',
        **{
            f"data.columns.{key}": f"{_PIPS}{example}"
            for key, example in {
                "type": 'points = { type = "int" }',
                "translated": "name = { translated = true }  # in the table: name_fr, name_en",
                "choices": 'kind = { type = "choice", choices = ["metal", "stone"] }',
                "min": 'points = { type = "int", min = 1 }',
                "max": 'points = { type = "int", max = 9 }',
                "default": 'points = { type = "int", default = 0 }',
                "hint": 'points = { type = "int", hint = "what the coin is worth" }',
                "heading": 'points = { heading = "points" }',
            }.items()
        },
        "data.grid": f"{_MAP}grid = {{ hexes = [20, 14] }}",
        **{
            f"data.grid.{key}": f"{_MAP}grid = {{ {example} }}"
            for key, example in {
                "hexes": "hexes = [20, 14]",
                "squares": 'squares = [8, 8], corner = "bottom left"',
                "steps": "steps = [0, 50]",
                "top": 'hexes = [20, 14], top = "pointy"',
                "shift": 'hexes = [20, 14], shift = "odd"',
                "edges": 'hexes = [21, 14], edges = "half"',
                "first": 'hexes = [20, 14], first = "2101"',
                "corner": 'squares = [8, 8], first = "A1", corner = "bottom left"',
                "complete": "hexes = [20, 14], complete = false",
            }.items()
        },
        "decks": '[decks.cards]\nsize = "poker"\ntable = "cards.csv"\nfront = "card.svg.j2"',
        "decks.title": f'{_DECK}title = "Cards"',
        "decks.kind": f'{_DECK}kind = "tile"',
        "decks.size": f'{_DECK}size = "poker"            # or [63, 88], or "2.5in x 3.5in"',
        "decks.shape": f'{_DECK}shape = "circle"\nsize = [22, 22]',
        "decks.stock": f'{_DECK}kind = "tile"\nstock = "board"',
        "decks.fold": f'{_DECK}back = "card.svg.j2"\nfold = true',
        "decks.decorative_back": f'{_DECK}back = "card.svg.j2"\ndecorative_back = true',
        "decks.corner": f"{_DECK}corner = 3",
        "decks.cut": f'{_DECK}size = [40, 30]\ncut = "outline"\noutline = "M0 0 H40 L20 30 Z"',
        "decks.outline": f'{_DECK}size = [40, 30]\ncut = "outline"\noutline = "M0 0 H40 L20 30 Z"  # or "sail.svg"',
        "decks.front": f'{_DECK}front = "card.svg.j2"     # templates/<game>/card.svg.j2',
        "decks.back": f'{_DECK}back = "card.svg.j2"',
        "decks.table": f'{_DECK}table = "cards.csv"       # or "cards.xlsx#Events", or ["a.csv", "b.ods"]',
        "decks.rows": '[decks.tokens]\nsize = [22, 22]\nfront = "card.svg.j2"\n'
        'rows = [{ id = "fox", count = 6, looks = 3 }]  # three faces in turn: a template draws by `look`',
        "decks.pictures": f'{_PICTURES}pictures = "dragons"  # dragon.png, dragon__back.png, 3x_goblin.png; or a PDF',
        "decks.pictures.from": f'{_PICTURES}pictures = {{ from = "dragons.pdf" }}',
        "decks.pictures.bleed": f'{_PICTURES}pictures = {{ from = "dragons", bleed = 0 }}',
        "decks.pictures.fit": f'{_PICTURES}pictures = {{ from = "dragons", fit = "cover" }}',
        "decks.pictures.grid": f"{_GRID} }}",
        "decks.pictures.gap": f"{_GRID}, gap = 2 }}",
        "decks.pictures.margin": f"{_GRID}, margin = [8, 12] }}",
        "decks.pictures.pages": f'{_GRID}, pages = "1" }}',
        "decks.pictures.backs": f'{_GRID}, pages = "odd", backs = "even" }}',
        "decks.pictures.mirrored": f'{_GRID}, backs = "even", mirrored = false }}',
        "decks.pictures.cards": f"{_GRID}, cards = 15 }}",
        "decks.product": '[decks.suits]\nsize = "poker"\nfront = "card.svg.j2"\n'
        'product = { suit = ["sun", "moon"], rank = [1, 2, 3] }  # six cards',
        "decks.copies": f'{_DECK}copies = "In the box"',
        "decks.when": f'{_DECK}when = "cost > 0"',
        "decks.computed": "[decks.cards.computed]\nlabel = \"name ~ ' (' ~ cost ~ ')'\"",
        "decks.columns": f'{_COLUMN}cost = {{ type = "int", min = 0, max = 9 }}',
        "decks.columns.type": f'{_COLUMN}cost = {{ type = "int" }}',
        "decks.columns.translated": f"{_COLUMN}rule = {{ translated = true }}  # in the table: rule_fr, rule_en",
        "decks.columns.choices": f'{_COLUMN}kind = {{ type = "choice", choices = ["mouse", "owl"] }}',
        "decks.columns.min": f'{_COLUMN}cost = {{ type = "int", min = 1 }}',
        "decks.columns.max": f'{_COLUMN}cost = {{ type = "int", max = 9 }}',
        "decks.columns.default": f'{_COLUMN}cost = {{ type = "int", default = 0 }}',
        "decks.columns.hint": f'{_COLUMN}cost = {{ type = "int", hint = "the number in the corner" }}',
        "decks.columns.heading": f'{_COLUMN}kind = {{ heading = "kind" }}',
        "decks.edge": f'{_DECK}edge = {{ front = "#ffffff" }}',
        "decks.edge.front": f'{_DECK}edge = {{ front = "#fdf6e3" }}',
        "decks.edge.back": f'{_DECK}back = "card.svg.j2"\nedge = {{ front = "#ffffff", back = "#2f3e63" }}',
        "decks.foot": f'{_DECK}kind = "standee"\nback = "card.svg.j2"\nfoot = 12',
        "decks.split": f'{_DECK}kind = "board"\nsplit = "2x2"',
        "decks.join": f'{_DECK}kind = "board"\njoin = "overlap"',
        "decks.wrap": f'{_DECK}kind = "board"\nstock = "board"\nfold = "half"\nwrap = 15',
        "decks.overlap": f'{_DECK}kind = "board"\njoin = "overlap"\noverlap = 10',
        "decks.as": '[decks.dice]\nkind = "die"\nas = "stickers"\nfront = "card.svg.j2"\n'
        'rows = [{ id = "n" }, { id = "ne" }, { id = "se" }, { id = "nw" }, { id = "sw" }, { id = "s" }]',
        "decks.leaves": f'{_DECK}kind = "pad"\nleaves = 20',
        "box": _BOX,
        "box.name": _BOX,
        "box.count": _BOX,
        "box.of": f"{_BOX}        # with several decks: versions of the same thing",
        "box.where": f'{_BOX.replace("10", "4")}\nwhere = {{ kind = "owl" }}\n\n'
        '[[box]]\nname = "other cards"\ncount = 6\nof = ["cards"]\nwhere = { kind = "mouse" }',
        "rule": f"{_RULE}is = 10",
        "rule.form": '[[rule]]\nform = "each"\nof = "cards"\nby = "kind"\nmin = 2',
        "rule.name": f'{_RULE}is = 10\nname = "ten cards"',
        "rule.of": f"{_RULE}is = 10",
        "rule.where": f'{_RULE}where = {{ kind = ["mouse", "owl"] }}\nis = 10',
        "rule.columns": '[[rule]]\nform = "sum"\nof = "cards"\ncolumns = ["cost"]\nmax = 40',
        "rule.value": f'{_RULE}columns = ["kind"]\nvalue = "owl"\nis = 4',
        "rule.but": f'{_RULE}columns = ["kind"]\nbut = "owl"\nis = 6',
        "rule.by": '[[rule]]\nform = "equal"\nof = "cards"\nby = "kind"',
        "rule.is": f"{_RULE}is = 10",
        "rule.min": f"{_RULE}min = 8\nmax = 12",
        "rule.max": f"{_RULE}max = 12",
        "rule.rotated": '[[rule]]\nform = "unique"\nof = "cards"\ncolumns = ["n", "e", "s", "w"]\nrotated = true',
        "rule.copies": '[[rule]]\nform = "unique"\nof = "cards"\ncolumns = ["name"]\ncopies = true',
    },
    "pnp.toml": {
        "languages": 'languages = ["en", "fr"]   # or "en"',
        "paper": 'paper = "letter"           # a2 to a6, letter, legal, tabloid, or "8.5in x 11in"',
        "sides": 'sides = "fold"',
        "bleed": "bleed = 2",
        "margin": "margin = [5, 5, 12.7, 5]   # top, right, bottom, left; or 8 for all sides",
        "cut": 'cut = "shared"             # or "apart", or "auto"',
        "marks": "marks = false",
        "ink": 'ink = "low"',
        "fonts": 'fonts = ["font-source-sans-pro"]   # an installed package, or a folder: "../my-fonts"',
        "home_fonts": 'home_fonts = ["Brand Sans"]',
        "output": 'output = "print"',
        "limits": '[limits]\nseconds = 600\nmemory = "4 GB"',
        "limits.seconds": "[limits]\nseconds = 600",
        "limits.memory": '[limits]\nmemory = "4 GB"       # or "800 MB"',
    },
    "memo.toml": {
        "title": 'title = "Low Tide, the long game"',
        "subtitle": 'subtitle = "a game of the foreshore"',
        "follows": 'follows = "Rules followed: our own."',
        "aim": 'aim = "have the most shells when the sea comes back."',
        "picture": 'picture = "shell"         # art/shell.svg',
        "preset": 'preset = "memo"',
        "colour": 'colour = "#2b6a8c"',
        "accent": 'accent = "#c8871f"',
        "extends": 'extends = "memo"          # in memo-<variant>.<lang>.toml',
        "drop": 'extends = "memo"\ndrop = ["end"]',
        "section": f"{_SECTION}{_STEPS}",
        "section.id": f"{_SECTION}{_STEPS}",
        "section.heading": f"{_SECTION}{_STEPS}",
        "section.icon": f'{_SECTION}icon = "shell"\n{_STEPS}',
        "section.legend": f'{_SECTION}legend = "cost in pebbles"\n{_ACTION}',
        "section.only": f'{_SECTION}only = ["a4", "a5"]\n{_STEPS}',
        "section.numbered": f"{_SECTION}numbered = true\n{_STEPS}",
        "section.head": f'{_SECTION}head = ["for", "points"]\n{_POINTS}',
        "section.intro": f'{_SECTION}intro = "Choose **one** action:"',
        "section.steps": f'{_SECTION}steps = ["Draw a card.", {{ text = "Then play a card.", short = "Play one." }}]',
        "section.actions": f"{_SECTION}{_ACTION}",
        "section.actions.name": f"{_SECTION}{_ACTION}",
        "section.actions.cost": f"{_SECTION}{_ACTION}",
        "section.actions.text": f"{_SECTION}{_ACTION}",
        "section.actions.short": f"{_SECTION}{_ACTION}",
        "section.actions.remarks": f'{_SECTION}actions = [{{ name = "Dig", remarks = ["Never under water."] }}]',
        "section.points": f"{_SECTION}{_POINTS}",
        "section.remarks": f'{_SECTION}remarks = ["A tie is a tie."]',
        "section.figure": f'{_SECTION}figure = "fan"          # of figures.toml',
        "section.figure.name": f"{_SECTION}{_FIGURE}",
        "section.figure.caption": f"{_SECTION}{_FIGURE}",
        "section.figure.width": f'{_SECTION}figure = {{ name = "fan", width = 0.6 }}',
        "section.figure.only": f'{_SECTION}figure = {{ name = "fan", only = "a4" }}',
        "aid": f"{_AID}{_STEPS}",
        "aid.side": f'{_AID}side = "front"\n{_STEPS}',
        "aid.use": '[[aid]]\nuse = "setup"\nonly = "a6"',
    },
    RULEBOOK_FILE: {
        "subtitle": '+++\nsubtitle = "a game of the foreshore"\n+++',
        "cover": '+++\ncover = "fan"                # a figure; or "none"\n+++',
        "colour": '+++\ncolour = "#2b6a8c"\n+++',
        "accent": '+++\naccent = "#c8871f"\n+++',
        "heading": "# A heading\n\n## Below it\n\n### Gather\na whelk from the beach.",
        "list": "- a list\n- of points\n  1. with steps",
        "table": "| in a table | points |\n| --- | ---: |\n| {=hand\\|shell\\|shells} | {=shell} |",
        "figure": '![A figure: a hand of {=hand}.](fan "60%")',
        "beside": '![A hand of {=hand}.](fan "40% beside")',
        "end": "The end.\n\n---",
        "EXAMPLE": "> [!EXAMPLE]\n> Ada has a full hand, so she may not gather.",
        "NOTE": "Take a whelk.\n\n> [!NOTE]\n> Never under water.",
        "RULING": "> [!RULING]\n> Nobody says who begins. We draw a card.",
        "components": "```components\n```",
        "memo": "```memo\n```",
        "credits": "```credits\n```",
    },
    LAYOUT_FILE: _layout_examples(),
}

RULE_EXAMPLES: Final = {
    Form.COUNT: 'columns = ["nw", "ne", "sw", "se"]\nvalue = "coin"\n'
    "min = 18\nmax = 22             # 18 to 22 coins on all cards",
    Form.SUM: 'columns = ["cost"]\nmax = 40             # all cards together cost at most 40',
    Form.EACH: 'by = "kind"\nis = 3               # three cards of each kind',
    Form.UNIQUE: 'columns = ["nw", "ne", "se", "sw"]\nrotated = true       # no two cards alike, even after a turn',
    Form.RANGE: 'columns = ["cost"]\nmin = 0\nmax = 9              # every cost is from 0 to 9',
    Form.EQUAL: 'by = "kind"          # equally many cards of each kind',
}
"""Lines after `form` and `of`, by form."""


@dataclass(frozen=True)
class RuleForm:
    """A form of `[[rule]]`."""

    form: Form
    asks: str
    """What the rule requires."""
    keys: tuple[str, ...]
    """Its keys, other than form, name, of and where."""
    example: str
    """Example in TOML."""


def rule_forms() -> list[RuleForm]:
    """Return all forms, in the order of `Form`."""
    docs = attribute_docs(model)["Form"]
    return [
        RuleForm(
            form, docs[form.name], FORM_KEYS[form], f'[[rule]]\nform = "{form}"\nof = "cards"\n{RULE_EXAMPLES[form]}'
        )
        for form in Form
    ]


NEAR = 0.8
"""Minimum similarity between a misspelled key and the one that was meant."""
_NAMES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a table of keys",
    "markdown": "Markdown",
}


@dataclass(frozen=True)
class Key:
    """A key of a file."""

    file: str
    path: str
    """Path without the names of decks and the like: `decks.size`."""
    meaning: str
    takes: str
    """Accepted values, as text."""
    default: str
    """Default in TOML; empty if there is none."""
    required: bool
    example: str
    """Example in TOML."""

    @property
    def summary(self) -> str:
        """First sentence of the meaning."""
        first, ends, _ = self.meaning.partition(". ")
        return first + ends.strip()


def all_keys() -> list[Key]:
    """Return every key, in the order of the files."""
    forms = dict(documents()) | {LAYOUT_FILE: layout_reference(), RULEBOOK_FILE: rulebook_reference()}
    return [key for file, schema in forms.items() for key in _keys(file, schema, "")]


def find_keys(path: str) -> list[Key]:
    """Return the keys with that path, in any file. Raise PnpError for an unknown path."""
    keys = all_keys()
    paths = list(dict.fromkeys(key.path for key in keys))
    asked = path.strip().strip("[]").strip()
    meant = [each for each in _without_names(asked) if each in paths][:1]
    meant = meant or [each for each in paths if each.rpartition(".")[2] == asked]
    if not meant and (path.lstrip().startswith("[") or not get_close_matches(asked, paths, cutoff=NEAR)):
        meant = [each for each in paths if each == asked.rpartition(".")[0]]  # decks.shells is one of the decks
    if not meant:
        ends = [each for each in paths if each.rpartition(".")[2] == asked.rpartition(".")[2]]
        hint = f"did you mean {' or '.join(map(quote_value, ends))}?" if ends else did_you_mean(paths, asked)
        where = Location(detail=quote_value(path))
        raise PnpError(
            Problem(where, "is not a key of game.toml, pnp.toml, a layout, a memo or a rulebook", hint, code="E1208")
        )
    return [key for key in keys if key.path in meant]


def _without_names(path: str) -> Iterator[str]:
    """Yield the path, then the path without one or two of its names: decks.shells.size becomes decks.size."""
    first, *inner = path.split(".")
    yield path
    for left_out in (1, 2):
        if len(inner) > left_out:
            for kept in combinations(inner[:-1], len(inner) - 1 - left_out):
                yield ".".join([first, *kept, inner[-1]])


def _keys(file: str, schema: dict[str, Any], above: str) -> Iterator[Key]:
    for name, form in schema.get("properties", {}).items():
        path = f"{above}{name}"
        if above == "aid." and f"section.{name}" in KEY_EXAMPLES[file]:  # documented for sections
            continue
        default = "" if form.get("default") in (None, "", [], {}) else _toml(form["default"])
        required = name in schema.get("required", ())
        yield Key(file, path, form["description"], _takes(form), default, required, KEY_EXAMPLES[file][path])
        for inner in _inside(form):
            # texts with a short form, and choices by a column, are documented elsewhere
            if inner.get("properties", {}).keys() not in ({"text", "short"}, {"by"}):
                yield from _keys(file, inner, f"{path}.")


def _inside(form: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the schemas of tables inside a value, in lists or by name."""
    if "properties" in form:
        yield form
    for each in form.get("anyOf", ()):
        yield from _inside(each)
    for key in ("items", "additionalProperties"):
        if isinstance(form.get(key), dict):
            yield from _inside(form[key])


def _takes(form: dict[str, Any]) -> str:
    """Return the accepted values as text."""
    if "const" in form:
        return _toml(form["const"])
    if "enum" in form:
        return ", ".join(map(_toml, form["enum"]))
    if "anyOf" in form:
        return ", or ".join(dict.fromkeys(each.get("description") or _takes(each) for each in form["anyOf"]))
    if isinstance(form["type"], list):
        return " or ".join(_NAMES[each] for each in form["type"])
    if form["type"] == "array":
        return "a list" if "properties" in form["items"] else f"a list; each item is {_takes(form['items'])}"
    if form["type"] == "object" and "properties" not in form and isinstance(form.get("additionalProperties"), dict):
        inner = form["additionalProperties"]
        return "tables of keys, by name" if "properties" in inner else f"values by name; each is {_takes(inner)}"
    name = _NAMES[form["type"]]
    least, most = form.get("minimum"), form.get("maximum")
    return name if least is None else f"{name} from {least:g} to {most:g}"


def _toml(value: object) -> str:
    """Format a plain value as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, int | float) else f'"{value}"'
