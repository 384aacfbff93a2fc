"""A recorded game as one HTML file that replays it, with its faces, to send to anyone.

Everything is computed when the file is written: what each viewer saw after each move, the log, and who led. The page
has the workbench's scripts and no request to anything.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image

from pnp.config import resolve_config
from pnp.errors import Location, Problem, SpecError, did_you_mean, option_location, quote_value
from pnp.face.face import Face, refuse_home_fonts
from pnp.face.faces import FaceLook, FaceName, draw_faces
from pnp.geometry.units import MM_PER_INCH
from pnp.library.games import open_record
from pnp.library.matches import scene_data, step_data
from pnp.library.options import ReplayOptions
from pnp.library.places import locate_game
from pnp.options import accepts_only_options
from pnp.play.core import OVER
from pnp.play.match import Match
from pnp.play.record import PERSON, Record
from pnp.play.registry import find_rules
from pnp.play.scene import EVERYONE, SPECTATOR
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer, renderer_key
from pnp.project.folders import GameRef, Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.texts import pick_language
from pnp.store.cache import Cache, cache_key
from pnp.store.files import check_own_page
from pnp.terms import Lang, Side
from pnp.text.font_set import FontSet
from pnp.web.answer_types import Replay, SceneItem
from pnp.web.gallery import list_deck
from pnp.web.onefile import font_rules, join_modules, make_page, used_characters, write_page
from pnp.web.pages import WORDS, json_script
from pnp.web.play import pieces_on_table
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

SCALE: Final = 6
"""Resolution of faces, in pixels per mm."""
QUALITY: Final = 78
"""Quality of faces, of 100."""
MOST_POINTS: Final = 150
"""Maximum number of points of the curve of chances."""
STYLES: Final = ("page.css", "play.css", "replay.css")
TEXTS: Final = ("play-", "plays-bot-", "replay-")
"""Beginnings of the keys of the texts that the page's script uses."""
VIEWERS: Final = {"open": EVERYONE, "spectator": SPECTATOR}


@dataclass(frozen=True)
class WrittenReplay:
    """Result of `write_replay`."""

    path: Path
    size_bytes: int
    moves: int
    faces: int
    """Number of distinct faces."""


@accepts_only_options(ReplayOptions)
def write_replay(options: ReplayOptions) -> WrittenReplay:
    """Write a page that replays a recorded game, or game `number` of a run: one HTML file that needs no network.

    `views` names whose views the page has: `open`, `spectator`, or players by number, from 1. By default it has all of
    them, but a spectator's only if the game is not over. Raise PnpError if the record is not valid, or if the file
    exists and pnp did not write it.

        pnp.write_replay("game.txt", "game.html").size_bytes
    """
    file = options.file
    record, rules = open_record(file, number=options.number, start=options.start, allow_code=options.allow_code)
    game = locate_game(record.game, options.start, allow_code=options.allow_code)
    spec = load_game(*game, any_box=True)
    if find_rules(spec, game.project).deck_hash() != rules.deck_hash():
        message, hint = "the deck has changed since the run was played", "without --html, games are replayed as text"
        raise SpecError(Problem(Location(str(file)), message, hint, code="E1004"))
    if options.lang is not None:
        record = replace(record, lang=pick_language(options.lang, rules.spec.languages, record.game))
    over = record.replay(rules).current() == OVER
    viewers = choose_viewers(options.views, record.players, over=over)
    path = Path(options.html)
    check_own_page(path)
    limits = resolve_config(*game).limits
    told: Replay = json.loads(run_in_worker(tell_game, limits, game, record, viewers))
    names, look = _face_names(spec, told["items"]), FaceLook(record.lang, bleed=0)
    places, pictures = run_in_worker(
        draw_bitmaps, limits, game.project, spec, names, look, Cache.for_user(), progress=options.progress
    )
    told["faces"] = {str(name): place for name, place in zip(names, places, strict=True)}
    told["pictures"] = [b64encode(picture).decode() for picture in pictures]
    told["decks"] = [list_deck(deck, record.lang) for deck in spec.decks.values()]
    told["pieces"] = pieces_on_table(spec, record.lang)
    page = _page(spec.title[record.lang], record, told, FontSet.for_project(game.project)).encode()
    write_page(path, page)
    return WrittenReplay(path, len(page), len(record.moves), len(pictures))


def choose_viewers(views: Sequence[str], players: int, *, over: bool) -> list[int]:
    """Return the viewers with these names, or the usual ones if there are none, the first to be shown first.

    >>> choose_viewers(["2", "spectator"], 3, over=False)
    [1, -1]
    """
    if not views:
        return [EVERYONE, *range(players), SPECTATOR] if over else [SPECTATOR]
    names = {**VIEWERS, **{str(seat + 1): seat for seat in range(players)}}
    for view in views:
        if view not in names:
            where, hint = option_location("--view"), did_you_mean(names, view)
            raise SpecError(
                Problem(
                    where, "must be open, spectator or a player’s number", hint, found=quote_value(view), code="E1202"
                )
            )
    return list(dict.fromkeys(names[view] for view in views))


@task
def tell_game(game: GameRef, record: Record, viewers: list[int]) -> bytes:
    """Return what viewers saw of a game after each move, as JSON: a `Replay` without faces.

    Raise SpecError if EVERYONE is to see a game that is not over.
    """
    match = Match(find_rules(load_game(*game, any_box=True), game.project), record)
    pools = _Pools()
    views = [pools.view(match, viewer, record.lang) for viewer in viewers]
    step = max(1, -(-match.ply // MOST_POINTS))
    points = [(ply, match.chances(ply, min(viewers))) for ply in sorted({*range(0, match.ply, step), match.ply})]
    bots = record.seats or ("",) * record.players
    told: dict[str, object] = {
        "over": match.over, "named": bool(record.seats), "views": views, "items": pools.items.values,
        "zones": pools.zones.values, "said": pools.said.values, "points": points,
        "seats": [{"bot": "" if name == PERSON else name, "mine": False} for name in bots],
        "scores": match.state.scores() if match.over else [], "winners": match.state.winners() if match.over else [],
    }  # fmt: skip
    return json.dumps(told, separators=(",", ":")).encode()


class _Pool:
    """Distinct values in the order in which they were met."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, value: object) -> int:
        """Return the place of a value in the list, to which it is added if it is new."""
        place = self._places.setdefault(json.dumps(value), len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return place


class _Pools:
    """What the scenes of a game have in common: most of a table stays as it is from move to move."""

    def __init__(self) -> None:
        self.items, self.zones, self.said = _Pool(), _Pool(), _Pool()

    def view(self, match: Match, viewer: int, lang: Lang) -> dict[str, object]:
        """Return a whole game as a viewer sees it."""
        events = [None, *match.log(viewer, lang)]
        steps = [{**step_data(match, event, viewer, lang), "scene": None} for event in events]
        scenes = [self._scene(scene_data(match.scene(ply, viewer, lang))) for ply in range(match.ply + 1)]
        return {"viewer": viewer, "steps": steps, "scenes": scenes}

    def _scene(self, scene: dict[str, Any]) -> dict[str, object]:
        zones = [
            self.zones.place({**zone, "items": [self.items.place(item) for item in zone["items"]]})
            for zone in scene["zones"]
        ]
        return {
            "zones": zones,
            "seats": self.said.place(scene["seats"]),
            "turn": scene["turn"],
            "notes": scene["notes"],
        }


def _face_names(spec: Game, items: list[SceneItem]) -> list[FaceName]:
    """Return the faces of the pieces on the table, both sides of those that the viewer knows.

    Names are those that the page's script asks for.
    """
    owners = {design.id: (deck, design) for deck, design in reversed(spec.designs())}
    names: dict[FaceName, None] = {}
    for item in items:
        if item["kind"] != "piece" or item["piece"] not in owners:
            continue
        deck, design = owners[item["piece"]]
        looks = deck.looks(design)
        look = item["look"] if item["look"] in looks else looks[0]
        for side in [Side(item["side"])] if item["hidden"] else Side:
            shown = side if deck.template(side) is not None else Side.FRONT
            names[FaceName(deck.name, design.id, shown, look)] = None
    return list(names)


@task
def draw_bitmaps(
    project: Project, game: Game, names: list[FaceName], look: FaceLook, cache: Cache, *, progress: Progress = silent
) -> tuple[list[int], list[bytes]]:
    """Draw faces; return the place of each in the list of distinct bitmaps, and these bitmaps, as WebP."""
    faces = draw_faces(project, game, [(name, look) for name in names], cache, progress=progress)
    refuse_home_fonts(faces, Location(game=game.id, detail="replay"))
    distinct = {face.key: face for face in faces}
    places = {key: place for place, key in enumerate(distinct)}
    return [places[face.key] for face in faces], [_bitmap(face, cache) for face in distinct.values()]


def _bitmap(face: Face, cache: Cache) -> bytes:
    key = cache_key("replay", face.key, SCALE, QUALITY, renderer_key(RendererName.TYPST))
    content = cache.get(key)
    if content is None:
        [drawn] = find_renderer().to_png([face], SCALE * MM_PER_INCH)
        held = BytesIO()
        Image.open(BytesIO(drawn)).save(held, "WEBP", quality=QUALITY, method=6)
        content = held.getvalue()
        cache.put(key, content)
    return content


def _page(title: str, record: Record, told: Replay, fonts: FontSet) -> str:
    lang = record.lang
    words = {key: text for key, text in WORDS[lang].items() if key.startswith(TEXTS)} | {"play-you": ""}
    about = {"lang": str(lang), "game": record.game, "view": "replay"}
    characters = used_characters(title + json.dumps([words, told], ensure_ascii=False))
    script = join_modules("replay", {"faces": "replayfaces"})
    values = {"title": title, "about": json_script(about), "words": json_script(words), "data": json_script(told)}
    return make_page("replay.html.j2", script, STYLES, lang, font_rules(fonts, characters), values)
