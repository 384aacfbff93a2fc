"""The layout page: the boxes of a layout or template, placed with the mouse or the keyboard, on any card.

The page's model is the text of the file, which it opens and saves like the files page. Here, edits of boxes are applied
to that text, and faces are drawn from it; nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

from pnp.errors import PnpError, Problem
from pnp.face.faces import FaceName
from pnp.face.layout import LAYOUT_SUFFIX
from pnp.library.drafts import DraftFiles, open_draft, read_draft
from pnp.library.layouts import LayoutView, edit_layout, parse_edits, placed_boxes
from pnp.library.texts import TextFile, TextKind, encode_text, find_text, list_texts
from pnp.project.folders import GameRef, Project
from pnp.spec.model import Deck, Game
from pnp.terms import Lang, Side, nearest_language
from pnp.web.answer_types import DrawnCards, EditedLayout, LayoutList, TextExtremes
from pnp.web.endpoints import PageRequest, json_get, json_post, list_problems, requested_game, requesting_page
from pnp.web.gallery import cell_text, try_unsaved
from pnp.web.pages import reader_language
from pnp.web.session import ProjectSession
from pnp.web.texts import LONGEST_TEXT, FileName, NewestRequests, distinct_problems, saved_content, template_name
from pnp.worker.supervisor import StoppedError, stop_when

MOST_FACES: Final = 24
"""Maximum number of faces drawn for one request."""
MOST_OTHERS: Final = 8
"""Maximum number of other files with unsaved text."""
MOST_EDITS: Final = 2_000

Texts = Annotated[dict[FileName, Annotated[str, Field(max_length=LONGEST_TEXT)]], Field(max_length=MOST_OTHERS)]


class LayoutRequest(PageRequest):
    """Request to apply edits to the unsaved text of a layout or template, and to list its boxes."""

    file: FileName
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    others: Annotated[Texts, Field(default_factory=dict)]
    """Unsaved texts of other files."""
    edits: Annotated[list[dict[str, Any]], Field(max_length=MOST_EDITS, default_factory=list)]


class DrawRequest(PageRequest):
    """Request to draw faces from unsaved texts; the faces are named as in `FaceName`."""

    files: Texts
    faces: Annotated[list[str], Field(max_length=MOST_FACES)]
    lang: Annotated[str, Field(max_length=40)] = ""
    traced: bool = False
    """Whether everything on the faces is marked with the template lines that it comes from."""
    purpose: Annotated[str, Field(max_length=20)] = ""
    """Only a newer request for the same purpose stops this one."""
    turn: int = 0
    """Number of the request, as in `DraftRequest`."""


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the layout page."""
    newest = NewestRequests()

    def layouts(request: Request) -> LayoutList:
        opened = session.open_game(requested_game(request))
        return list_layouts(opened.game, opened.spec)

    def edit(request: Request, order: LayoutRequest) -> EditedLayout:
        game = session.located(requested_game(request))
        template = template_name(game, find_text(game, order.file))
        text = order.text
        if order.edits:
            edits = parse_edits(order.edits)
            with open_draft(game.project, _drafts(game, order.others)):
                text = edit_layout(game.project, game.id, template, text, edits)
        with open_draft(game.project, _drafts(game, {**order.others, order.file: text})):
            return list_boxes(placed_boxes(game.project, game.id, template, text), text, game.project)

    def draw(request: Request, order: DrawRequest) -> DrawnCards:
        game = session.located(requested_game(request))
        drafts = _drafts(game, order.files)
        names = [name for text in order.faces if (name := FaceName.parse(text)) is not None]
        try:
            with stop_when(newest.outdated(f"{requesting_page(request)} {order.purpose}", order.turn)):
                return draw_cards(session, game, drafts, names, order)
        except StoppedError:
            return {"stopped": True, "problems": [], "cards": []}

    def extremes(request: Request) -> TextExtremes:
        opened, asked = session.open_game(requested_game(request)), request.query_params
        deck = None if opened.spec is None else opened.spec.decks.get(asked.get("deck", ""))
        if opened.spec is None or deck is None:
            return {"longest": "", "shortest": ""}
        lang = Lang(nearest_language(asked.get("lang") or reader_language(request), opened.spec.languages))
        return find_extremes(deck, [name for name in asked.get("columns", "").split(",") if name], lang)

    return [
        Route("/api/{game}/layouts", json_get(layouts)),
        Route("/api/{game}/layout/extremes", json_get(extremes)),
        Route("/api/{game}/layout/edit", json_post(LayoutRequest, edit), methods=["POST"]),
        Route("/api/{game}/layout/draw", json_post(DrawRequest, draw), methods=["POST"]),
    ]


def _drafts(game: GameRef, texts: Mapping[str, str]) -> DraftFiles:
    """Return the contents of files of a game with unsaved texts. Raise PnpError if it has no such text file."""
    files = [find_text(game, name) for name in texts]
    return {file.name: encode_text(texts[file.name], saved_content(file)) for file in files}


def list_layouts(game: GameRef, spec: Game | None) -> LayoutList:
    """Return the layouts and templates of a game, with the sides of decks that are drawn from them.

    Layouts are before templates; among each, those of fronts are first, in the order of the decks, then those of backs,
    then the others by name.
    """
    decks = [] if spec is None else list(spec.decks.values())
    drawn = [(deck, side) for side in Side for deck in decks]

    def rank(file: TextFile) -> tuple[bool, int]:
        name = template_name(game, file)
        uses = (place for place, (deck, side) in enumerate(drawn) if deck.template(side) == name)
        return not is_layout(file), next(uses, len(drawn))

    return {
        "files": [
            {
                "file": file.name, "layout": is_layout(file), "readOnly": file.read_only,
                "sides": [
                    {"deck": deck.name, "side": side}
                    for deck in decks for side in Side if deck.template(side) == template_name(game, file)
                ],
            }
            for file in sorted((each for each in list_texts(game) if each.kind is TextKind.TEMPLATE), key=rank)
        ],
    }  # fmt: skip


def list_boxes(view: LayoutView, text: str, project: Project) -> EditedLayout:
    """Return the boxes of a layout with this text, and what they may contain, as plain data."""
    return {
        "text": text, "layout": view.is_layout, "like": view.like, "unit": view.unit, "ground": view.ground,
        "boxes": [
            {
                "name": each.name, "kind": each.kind, "box": None if each.box is None else list(each.box),
                "line": each.line, "locked": each.locked, "lock": each.lock, "lockDetail": each.lock_detail,
                "keys": each.keys, "inherited": each.inherited, "source": each.source, "stack": each.stack,
                "when": each.when,
            }
            for each in view.boxes
        ],
        "columns": [
            {"name": each.name, "heading": each.heading, "samples": list(each.values)} for each in view.columns
        ],
        "styles": list(view.styles), "icons": list(view.icons), "drawings": list(view.drawings),
        "pictures": list(view.pictures),
        "kinds": {
            kind: [
                {
                    "name": key.name, "takes": key.takes, "options": list(key.options),
                    "isLength": key.is_length, "least": key.least, "most": key.most, "choosable": key.choosable,
                    "required": key.required,
                }
                for key in keys
            ]
            for kind, keys in view.kinds.items()
        },
        "problems": list_problems(view.problems, project),
    }  # fmt: skip


def is_layout(file: TextFile) -> bool:
    """Return whether a text file is a layout, not a template."""
    return file.path.suffix == LAYOUT_SUFFIX


def draw_cards(
    session: ProjectSession, game: GameRef, drafts: DraftFiles, names: Sequence[FaceName], order: DrawRequest
) -> DrawnCards:
    """Draw faces from unsaved texts; what does not fit or is missing is marked on them."""
    spec, found = _read_game(session, game, drafts)
    drawn = try_unsaved(session, game, drafts, spec, names, order.lang, traced=order.traced, draft=True)
    return {
        "stopped": False,
        "problems": list_problems(distinct_problems(found)),
        "cards": [
            {
                **face,
                "problems": list_problems(made.problems),
                "lines": [] if made.face is None else [each["lines"] for each in made.face.sources],
            }
            for face, made in drawn
        ],
    }


def _read_game(session: ProjectSession, game: GameRef, drafts: DraftFiles) -> tuple[Game | None, list[Problem]]:
    """Return a game with unsaved contents of its files, and its problems; as it is open if these are only templates."""
    opened = session.open_game(game.id)
    only_templates = all(find_text(game, name).kind is TextKind.TEMPLATE for name in drafts)
    if only_templates and opened.spec is not None and not opened.problems:
        return opened.spec, []
    try:
        reading = read_draft(game, drafts)
    except PnpError as error:
        return None, list(error.problems)
    return reading.readable, list(reading.problems)


def find_extremes(deck: Deck, columns: Sequence[str], lang: Lang) -> TextExtremes:
    """Return the pieces with the longest and the shortest text in these columns; empty texts do not count."""
    lengths = {
        design.id: sum(len(str(cell_text(design, name, lang))) for name in columns if name in design.fields)
        for design in deck.designs
    }
    filled = [name for name, length in lengths.items() if length] or list(lengths)
    if not filled:
        return {"longest": "", "shortest": ""}
    return {"longest": max(filled, key=lengths.__getitem__), "shortest": min(filled, key=lengths.__getitem__)}
