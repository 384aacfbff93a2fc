"""State of the workbench: the games of a project, reloaded after every save, for all open pages."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from threading import Event, RLock, Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from pnp.errors import PnpError, Problem, format_problems
from pnp.face.faces import FaceName
from pnp.project.folders import GameRef, Project, bundled_project, find_own_project
from pnp.project.watching import ChangedFiles, watch_projects
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.texts import pick_language
from pnp.store.cache import Cache
from pnp.terms import Ink
from pnp.web.answer_types import GameState
from pnp.web.endpoints import not_found
from pnp.web.jobs import EventStreams, Jobs, ShownView
from pnp.web.previews import FacePictures, FacePreviews, RenderPool, View, WorkerSlots
from pnp.worker.supervisor import end_all

SAVE_DELAY_MS: Final = 30
"""Time without further saves after which changes are processed, in ms."""
MOST_VIEWS: Final = 8
"""Maximum number of views (language and ink) kept per game."""
DRAW_FOR_SECONDS: Final = 10.0
"""Time for which faces are still drawn after a request by a page without an event stream, in seconds."""


class Checked(NamedTuple):
    """Result of a check."""

    version: int
    """Version of the game that was checked."""
    failures: int
    report: dict[str, Any]
    """Results as plain data, by language of the reader."""
    faults: dict[str, Any]
    """Misprints and notes on faces as plain data, by language of the reader."""
    read: int = 0
    """Version of the game whose print was checked; an earlier one while that check is running."""


class GameSession:
    """An open game: its last valid spec, its problems, and the previews of its faces in each view."""

    def __init__(self, game: GameRef, cache: Cache, pictures: FacePictures) -> None:
        self.game, self._cache, self._pictures = game, cache, pictures
        self.spec: Game | None = None
        self.problems: tuple[Problem, ...] = ()
        """Problems of the spec as it is on disk; empty if it is valid."""
        self.version = 0
        self.checked: Checked | None = None
        """Last check, perhaps of an earlier version; None before the first one."""
        self.sent_count = 0
        """Number of problems last sent to pages."""
        self.views: dict[View, FacePreviews] = {}
        self._lock = RLock()

    def reload(self) -> None:
        """Read the spec again; keep the last valid one if that fails."""
        with self._lock:
            try:
                self.spec, self.problems = load_game(*self.game, any_box=True), ()
                for previews in self.views.values():
                    previews.refresh(self.spec)
            except PnpError as error:
                self.problems = error.problems
            self.version += 1

    @property
    def problem_count(self) -> int:
        """Number of known problems: in the spec, on faces, and in the last check."""
        faces = (shown for previews in list(self.views.values()) for shown in list(previews.shown.values()))
        problems = [*self.problems, *(problem for shown in faces for problem in shown.problems)]
        return len(format_problems(problems)) + (0 if self.checked is None else self.checked.failures)

    def previews(self, lang: str | None, ink: str) -> FacePreviews | None:
        """Return the faces in a language and ink; None if no valid spec was ever read.

        Raise PnpError if the game does not have the language.
        """
        with self._lock:
            if self.version == 0:
                self.reload()
            if self.spec is None:
                return None
            view = pick_language(lang, self.spec.languages, self.game.id), Ink(ink)
            if view not in self.views:
                while len(self.views) >= MOST_VIEWS:
                    del self.views[min(self.views, key=lambda each: self.views[each].asked)]
                self.views[view] = FacePreviews(self.game, view, self._cache, self._pictures)
                self.views[view].refresh(self.spec)
            self.views[view].asked = monotonic()
            return self.views[view]


def _project_at(start: Path, *, allow_code: bool) -> Project:
    """Return the project that contains `start`: the folder itself if it is empty, or else the bundled games."""
    own = find_own_project(start, allow_code=allow_code)
    if own is None and all(each.name.startswith(".") for each in start.iterdir()):
        return Project(start, allow_code)
    return own or bundled_project()


class ProjectSession:
    """All games of a project, with the pages, jobs and previews that belong to them."""

    def __init__(
        self, start: Path, *, allow_code: bool = False, project: Project | None = None,
        events: EventStreams | None = None,
    ) -> None:  # fmt: skip
        self._chosen = project
        self.project: Project = project or _project_at(start, allow_code=allow_code)
        self.start, self.allow_code = start, allow_code
        self.cache = Cache.for_user()
        self.events = events or EventStreams()
        self.jobs = Jobs(self.events)
        slots = WorkerSlots()
        self.pool = RenderPool(self._visible_previews, self._notify_drawn, self.cache, slots)
        self.pictures = FacePictures(self.cache, slots)
        self.folder = Path(tempfile.mkdtemp(prefix="pnp-serve-"))
        """Folder for files to show or download; deleted when the server stops."""
        self._opened: dict[str, GameSession] = {}
        self._lock = RLock()
        self._end = Event()

    def open(self) -> None:
        """Start watching files and drawing faces. Call it in the server's thread."""
        self.events.open()
        self.events.on_leave = self.jobs.release_page
        self.pool.open()
        Thread(target=self._watch, daemon=True).start()

    def close(self) -> None:
        """Stop all work and delete temporary files."""
        self._end.set()
        self.events.close()
        self.jobs.close()
        self.pool.close()
        end_all()
        shutil.rmtree(self.folder, ignore_errors=True)

    def games(self) -> list[str]:
        """Return the ids of the project's games."""
        return self.project.games()

    def find_game(self, game_id: str) -> GameSession | None:
        """Return an open game, perhaps not read yet; None if the project has no such game."""
        with self._lock:
            if game_id not in self.games():
                self._opened.pop(game_id, None)
                return None
            if game_id not in self._opened:
                self._opened[game_id] = GameSession(GameRef(self.project, game_id), self.cache, self.pictures)
            return self._opened[game_id]

    def located(self, game_id: str) -> GameRef:
        """Return a game and its project. Raise NotFoundError if there is no such game."""
        return self.open_game(game_id).game

    def open_game(self, game_id: str) -> GameSession:
        """Return an open game after reading its spec. Raise NotFoundError if there is no such game."""
        found = self.find_game(game_id)
        if found is None:
            raise not_found("game", game_id)
        if found.version == 0:
            found.reload()
        return found

    def version(self, game_id: str) -> int:
        """Return how often a game was read, from which pages can tell that they missed a change."""
        opened = self._opened.get(game_id)
        return 0 if opened is None else opened.version

    def state(self, shown: ShownView, since: int) -> GameState:
        """Return the version of a game, and the faces in a view that changed after version `since`."""
        opened = self._opened.get(shown.game)
        views = [] if opened is None else [each for each in list(opened.views.values()) if each.view == shown.view]
        lang, ink = shown.view
        return {
            "version": self.version(shown.game), "lang": lang, "ink": ink,
            "waiting": sum(each.waiting for each in views),
            "faces": [face for each in views for face in each.as_data(since=since)],
        }  # fmt: skip

    def _visible_previews(self) -> list[FacePreviews]:
        """Return the previews that open pages show; others are not drawn."""
        shown = self.events.shown()
        with self._lock:
            views = [previews for opened in self._opened.values() for previews in opened.views.values()]
        return [
            each for each in views if (each.game.id, each.view) in shown or monotonic() - each.asked < DRAW_FOR_SECONDS
        ]

    def _notify_drawn(self, previews: FacePreviews, names: list[FaceName]) -> None:
        """Notify pages of newly drawn faces."""
        game, view = previews.game.id, previews.view
        lang, ink = view
        about = {"lang": lang, "ink": ink, "waiting": previews.waiting, "faces": previews.as_data(names)}
        self.events.send("faces", about, game=game, view=view)
        opened = self._opened.get(game)
        if opened is not None:
            self.notify_problem_count(opened)

    def notify_problem_count(self, opened: GameSession) -> None:
        """Notify pages of the number of problems of a game if it has changed."""
        count = opened.problem_count
        if count != opened.sent_count:
            opened.sent_count = count
            self.events.send("checks", {"count": count}, game=opened.game.id)

    def _watch(self) -> None:
        for saved in watch_projects([self.project], settled_ms=SAVE_DELAY_MS, stop=self._end):
            self._process_save(saved)

    def _process_save(self, saved: ChangedFiles) -> None:
        with self._lock:
            if any(path.name == "pnp.toml" for path in saved.paths):
                self._read_project()
            touched = [opened for opened in self._opened.values() if opened.version and saved.affects(opened.game)]
        for opened in touched:
            opened.reload()
            about = {"version": opened.version, "files": [self.project.name(path) for path in saved.paths][:20]}
            self.events.send("saved", about, game=opened.game.id)
            self.notify_problem_count(opened)
        self.pool.wake()
        self.events.send("files", {"games": self.games()})

    def _read_project(self) -> None:
        """Read pnp.toml again; an invalid one is ignored here and reported where it is used."""
        try:
            if self._chosen is None:
                self.project = _project_at(self.start, allow_code=self.allow_code)
        except PnpError:
            return
        for name, opened in self._opened.items():
            opened.game = GameRef(self.project, name)
            for previews in opened.views.values():
                previews.game = opened.game
