"""The workbench: the games of a project as they are on disk, kept up with every save, for all pages that are open."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from pathlib import Path
from threading import Event, RLock, Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from pnp.cache import Cache
from pnp.errors import PnpError, Problem, told
from pnp.face.faces import FaceName
from pnp.resources import Located, Project, find_project
from pnp.spec.languages import pick
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Ink
from pnp.watching import Saved, watch_projects
from pnp.web.answers import missing
from pnp.web.events import Events
from pnp.web.jobs import Jobs
from pnp.web.previews import FacePictures, FacePreviews, RenderPool, View
from pnp.worker.supervisor import end_all

SETTLED_MS: Final = 30
"""A save is taken in when nothing more was saved for this long."""
MOST_VIEWS: Final = 8
LINGER: Final = 10.0
"""Seconds that faces are drawn on for a page which asked, and does not listen."""


class Checked(NamedTuple):
    """What a check has found."""

    version: int
    """Of the workshop, when it was checked."""
    failures: int
    told: dict[str, Any]
    """What was counted, as plain data, by the language of the reader."""
    slips: dict[str, Any]
    """Slips in print, in the same way."""
    read: int = 0
    """The version that was read for slips; an earlier one while it is read anew."""


class Workshop:
    """A game: its spec as it is on disk, or was when it could last be read, and its faces in each view."""

    def __init__(self, game: Located, cache: Cache, pictures: FacePictures) -> None:
        self.game, self._cache, self._pictures = game, cache, pictures
        self.spec: Game | None = None
        self.problems: tuple[Problem, ...] = ()
        """Why the spec cannot be read as it is now."""
        self.version = 0
        self.checked: Checked | None = None
        """The last check, perhaps of an earlier version."""
        self.told = 0
        """How many things are wrong, as pages have last been told."""
        self.views: dict[View, FacePreviews] = {}
        self._lock = RLock()

    def reload(self) -> None:
        """Read the spec again; where that fails, the last good one stays."""
        with self._lock:
            try:
                self.spec, self.problems = load_game(*self.game, any_box=True), ()
                for previews in self.views.values():
                    previews.refresh(self.spec)
            except PnpError as error:
                self.problems = error.problems
            self.version += 1

    @property
    def trouble(self) -> int:
        """How many things are known to be wrong: in the spec, on faces, and by the last check."""
        faces = (shown for previews in list(self.views.values()) for shown in list(previews.shown.values()))
        problems = [*self.problems, *(problem for shown in faces for problem in shown.problems)]
        return len(told(problems)) + (0 if self.checked is None else self.checked.failures)

    def previews(self, lang: str | None, ink: str) -> FacePreviews | None:
        """The faces in a view; None where the spec could never be read, PnpError for a language that it has not."""
        with self._lock:
            if self.version == 0:
                self.reload()
            if self.spec is None:
                return None
            view = pick(lang, self.spec.languages, self.game.id), Ink(ink)
            if view not in self.views:
                while len(self.views) >= MOST_VIEWS:
                    del self.views[min(self.views, key=lambda each: self.views[each].asked)]
                self.views[view] = FacePreviews(self.game, view, self._cache, self._pictures)
                self.views[view].refresh(self.spec)
            self.views[view].asked = monotonic()
            return self.views[view]


class Bench:
    """All games of a project, and the pages that look at them."""

    def __init__(self, start: Path, *, allow_code: bool = False) -> None:
        self.project: Project = find_project(start, allow_code=allow_code)
        self.start, self.allow_code = start, allow_code
        self.token = secrets.token_urlsafe(24)
        self.cache = Cache.of_user()
        self.events = Events()
        self.jobs = Jobs(self.events)
        self.pool = RenderPool(self._looked_at, self._drawn, self.cache)
        self.pictures = FacePictures()
        self.folder = Path(tempfile.mkdtemp(prefix="pnp-serve-"))
        """What is made for pages to show or to download; gone with the server."""
        self._workshops: dict[str, Workshop] = {}
        self._lock = RLock()
        self._end = Event()

    def open(self) -> None:
        """Begin to watch and to draw, in the thread that serves."""
        self.events.open()
        self.events.left = self.jobs.left
        self.pool.open()
        Thread(target=self._watch, daemon=True).start()

    def close(self) -> None:
        """End everything that is under way."""
        self._end.set()
        self.events.close()
        self.jobs.close()
        self.pool.close()
        end_all()
        shutil.rmtree(self.folder, ignore_errors=True)

    def games(self) -> list[str]:
        """The ids of the games that can be opened."""
        return self.project.games()

    def workshop(self, game_id: str) -> Workshop | None:
        """A game of the project; None where there is no such game."""
        with self._lock:
            if game_id not in self.games():
                self._workshops.pop(game_id, None)
                return None
            if game_id not in self._workshops:
                self._workshops[game_id] = Workshop(Located(self.project, game_id), self.cache, self.pictures)
            return self._workshops[game_id]

    def located(self, game_id: str) -> Located:
        """A game of the project; NotFoundError where there is no such game."""
        return self.shop(game_id).game

    def shop(self, game_id: str) -> Workshop:
        """A game of the project, read; NotFoundError where there is no such game."""
        found = self.workshop(game_id)
        if found is None:
            raise missing("game", game_id)
        if found.version == 0:
            found.reload()
        return found

    def version(self, game_id: str) -> int:
        """How often a game was read; by it a page knows that it has missed something."""
        shop = self._workshops.get(game_id)
        return 0 if shop is None else shop.version

    def state(self, game_id: str, view: tuple[str, str]) -> dict[str, Any]:
        """The version of a game, and the faces that are drawn in a view of it."""
        shop = self._workshops.get(game_id)
        views = [] if shop is None else [each for each in list(shop.views.values()) if each.view == view]
        drawn = [face for previews in views for face in previews.listed() if face["drawn"]]
        return {"version": self.version(game_id), "faces": drawn}

    def _looked_at(self) -> list[FacePreviews]:
        """The faces that somebody looks at; where nobody waits nothing is drawn."""
        looked = {(each.game, each.view) for each in self.events.listeners()}
        with self._lock:
            views = [previews for workshop in self._workshops.values() for previews in workshop.views.values()]
        return [each for each in views if (each.game.id, each.view) in looked or monotonic() - each.asked < LINGER]

    def _drawn(self, previews: FacePreviews, names: list[FaceName]) -> None:
        """Tell pages which faces are new."""
        game, view = previews.game.id, previews.view
        self.events.tell("faces", {"faces": previews.listed(names)}, game=game, view=view)
        shop = self._workshops.get(game)
        if shop is not None:
            self.tell_trouble(shop)

    def tell_trouble(self, shop: Workshop) -> None:
        """Tell pages how many things are wrong with a game, where that has changed."""
        count = shop.trouble
        if count != shop.told:
            shop.told = count
            self.events.tell("checks", {"count": count}, game=shop.game.id)

    def _watch(self) -> None:
        for saved in watch_projects([self.project], settled_ms=SETTLED_MS, stop=self._end):
            self._take_in(saved)

    def _take_in(self, saved: Saved) -> None:
        with self._lock:
            if any(path.name == "pnp.toml" for path in saved.paths):
                self._read_project()
            touched = [shop for shop in self._workshops.values() if shop.version and saved.touches(shop.game)]
        for shop in touched:
            shop.reload()
            about = {"version": shop.version, "files": [self.project.name(path) for path in saved.paths][:20]}
            self.events.tell("saved", about, game=shop.game.id)
            self.tell_trouble(shop)
        self.pool.wake()
        self.events.tell("files", {"games": self.games()})

    def _read_project(self) -> None:
        """Take in a pnp.toml as it is now; a broken one is said by whoever needs it."""
        try:
            self.project = find_project(self.start, allow_code=self.allow_code)
        except PnpError:
            return
        for name, shop in self._workshops.items():
            shop.game = Located(self.project, name)
            for previews in shop.views.values():
                previews.game = shop.game
