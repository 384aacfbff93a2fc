"""The files page: a game's text files, edited with a preview and with problems at their lines, and saved."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Annotated, Final, NamedTuple

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

from pnp.config import read_config, resolve_config
from pnp.errors import Location, PnpError, Problem
from pnp.face.faces import FaceLook, FaceName, face_names, try_faces
from pnp.face.sources import ART_FOLDER, SourceKind, SourceUse
from pnp.library.drafts import DraftFiles, locate_lines, open_draft, read_draft
from pnp.library.texts import (
    OpenedText,
    TextChangedError,
    TextFile,
    TextKind,
    encode_text,
    find_text,
    list_texts,
    open_text,
    save_text,
)
from pnp.memo.source import parse_file_name
from pnp.memo.typesetter import Trial
from pnp.project.folders import SHARED, GameRef
from pnp.rulebook.source import parse_file_name as rulebook_language
from pnp.sheet.layout import Paper
from pnp.spec.model import Design, Game
from pnp.spec.texts import pick_language
from pnp.store.cache import Cache
from pnp.store.files import read_file
from pnp.terms import Format, Lang, Side, nearest_language
from pnp.web.answer_types import (
    ListedText,
    SavedText,
    TextContent,
    TextList,
    TextPiece,
    TextPieces,
    TriedText,
)
from pnp.web.endpoints import (
    OutdatedError,
    PageRequest,
    json_get,
    json_post,
    list_problems,
    requested_game,
    requesting_page,
)
from pnp.web.files import draw_pages
from pnp.web.gallery import draw_unsaved, list_pieces
from pnp.web.pages import reader_language
from pnp.web.session import GameSession, ProjectSession
from pnp.worker.supervisor import StoppedError, run_in_worker, stop_when
from pnp.worker.task import task

MOST_FACES: Final = 6
"""Maximum number of faces drawn from unsaved text."""
MOST_PAGES: Final = 4
"""Maximum number of memo pages drawn from unsaved text."""
MOST_RULEBOOK_PAGES: Final = 24
"""Maximum number of rulebook pages drawn from unsaved text."""
MOST_TRIED: Final = 120
"""Maximum number of faces drawn to find those that use a file."""
MOST_PAGE_IDS: Final = 200
"""Maximum number of pages whose newest request is remembered."""
LONGEST_TEXT: Final = 1_000_000

FileName = Annotated[str, Field(max_length=500)]


class DraftRequest(PageRequest):
    """Request to check and preview unsaved text; the faces are named as in `FaceName`."""

    file: FileName
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    faces: Annotated[list[str], Field(max_length=MOST_FACES, default_factory=list)]
    lang: Annotated[str, Field(max_length=40)] = ""
    turn: int = 0
    """Number of the request, counted by the page from 1, because requests may arrive in any order; 0 if not counted."""


class SaveRequest(PageRequest):
    """Request to save a text, made from this version of the file."""

    file: FileName
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    version: Annotated[str, Field(max_length=200)]


class NewestRequests:
    """The newest request of each page; older ones are stopped. Thread-safe."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._lock = Lock()

    def outdated(self, page: str, turn: int) -> Callable[[], bool]:
        """Return a function that returns whether the page has sent a request with a greater number."""
        with self._lock:
            self._newest[page] = max(turn, self._newest.pop(page, turn))
            while len(self._newest) > MOST_PAGE_IDS:
                del self._newest[next(iter(self._newest))]
        return lambda: 0 < turn < self._newest.get(page, turn)


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the files page."""
    newest, trials = NewestRequests(), Trials()

    def texts(request: Request) -> TextList:
        return {"files": [_listed(each) for each in list_texts(session.located(requested_game(request)))]}

    def text(request: Request) -> TextContent:
        opened = open_text(session.located(requested_game(request)), request.query_params.get("file", ""))
        return _content(opened)

    def pieces(request: Request) -> TextPieces:
        opened = session.open_game(requested_game(request))
        file = find_text(opened.game, request.query_params.get("file", ""))
        return list_pieces_using(opened, file, session.cache, reader_language(request))

    def attempt(request: Request, order: DraftRequest) -> TriedText:
        opened = session.open_game(requested_game(request))
        file = find_text(opened.game, order.file)
        drafts = {file.name: encode_text(order.text, saved_content(file))}
        try:
            with stop_when(newest.outdated(requesting_page(request), order.turn)):
                if file.kind in (TextKind.MEMO, TextKind.FIGURES):
                    return _try_memo(opened, file, drafts, order.lang, trials, session.cache)
                if file.kind is TextKind.RULEBOOK:
                    return _try_rulebook(opened.game, file, drafts, session.cache)
                return _try_faces(session, opened, file, drafts, order)
        except StoppedError:
            return {"stopped": True, "problems": [], "faces": [], "pages": []}

    def save(request: Request, order: SaveRequest) -> SavedText:
        try:
            saved = save_text(session.located(requested_game(request)), order.file, order.text, order.version)
        except TextChangedError as error:
            raise OutdatedError(*error.problems, now=error.now and _content(error.now)) from None
        return {"version": saved.version}

    return [
        Route("/api/{game}/texts", json_get(texts)),
        Route("/api/{game}/text", json_get(text)),
        Route("/api/{game}/text/pieces", json_get(pieces)),
        Route("/api/{game}/text/try", json_post(DraftRequest, attempt), methods=["POST"]),
        Route("/api/{game}/text/save", json_post(SaveRequest, save), methods=["POST"]),
    ]


def _listed(file: TextFile) -> ListedText:
    shared = f"/{SHARED}/" in f"/{file.name}" or file.kind is TextKind.SETTINGS
    return {"file": file.name, "kind": file.kind, "shared": shared, "readOnly": file.read_only}


def _content(opened: OpenedText) -> TextContent:
    about: TextContent = {**_listed(opened.file), "text": opened.text, "version": opened.version}
    about["readOnly"] = opened.read_only
    return about


def saved_content(file: TextFile) -> bytes:
    """Return the saved content of a file; empty if it cannot be read as text."""
    try:
        content = read_file(file.path)
        encode_text("", content)
    except (OSError, UnicodeDecodeError):
        return b""
    return content


# ---- faces ----


def list_pieces_using(opened: GameSession, file: TextFile, cache: Cache, reader: str) -> TextPieces:
    """Return the pieces whose faces are drawn from a file, and the languages of the game."""
    spec = opened.spec
    if spec is None:
        return {"pieces": [], "languages": [], "lang": ""}
    lang = Lang(nearest_language(reader, spec.languages))
    named = parse_file_name(file.path.name) if file.kind is TextKind.MEMO else None
    own = rulebook_language(file.path.name) if file.kind is TextKind.RULEBOOK else named and named[1]
    lang = own if own in spec.languages else lang
    sides: dict[tuple[str, str], list[str]] = {}
    for name in _faces_using(opened.game, spec, file, lang, cache):
        sides.setdefault((name.deck, name.design), []).append(name.side)
    lengths = {
        (each["deck"], each["id"]): each["length"] for deck in spec.decks.values() for each in list_pieces(deck, lang)
    }
    found: list[TextPiece] = [
        {"deck": deck, "id": design, "sides": shown, "length": lengths[deck, design]}
        for (deck, design), shown in sides.items()
    ]
    return {"pieces": found, "languages": list(spec.languages), "lang": lang}


def _faces_using(game: GameRef, spec: Game, file: TextFile, lang: Lang, cache: Cache) -> list[FaceName]:
    """Return the faces that are drawn from a file, without further looks; of a drawing, only as far as it is easy."""
    names = {name: of for name, of in face_names(spec).items() if name.look == 1}
    if file.kind is TextKind.SPEC:
        return list(names)
    if file.kind is TextKind.TEMPLATE:
        use: SourceUse = (SourceKind.TEMPLATE, template_name(game, file))
        sides = {(name.deck, name.side): name for name in reversed(names)}
        using = {(deck, side) for deck, side in sides if spec.decks[deck].template(Side(side)) == use[1]}
        others = [name for side, name in sides.items() if side not in using]
        using |= {(each.deck, each.side) for each in _using(game, spec, others, {use}, lang, cache)}
        return [name for name in names if (name.deck, name.side) in using]
    if file.kind is TextKind.DRAWING:
        inner = file.path.relative_to(game.project.components / game.id)
        art = inner.relative_to(ART_FOLDER) if inner.parts[0] == ART_FOLDER else inner
        uses = {(SourceKind.ART, art.with_suffix("").as_posix()), (SourceKind.PICTURE, inner.as_posix())}
        likely = sorted(names, key=lambda name: not _mentions(names[name][1], file.path.stem))
        return _using(game, spec, likely[:MOST_TRIED], uses, lang, cache)
    return []


def template_name(game: GameRef, file: TextFile) -> str:
    """Return the name of a template as specs and other templates write it."""
    folder = game.project.templates / (SHARED if _listed(file)["shared"] else game.id)
    return file.path.relative_to(folder).as_posix()


def _mentions(design: Design, word: str) -> bool:
    return any(word in str(value) for value in design.fields.values())


def _using(
    game: GameRef, spec: Game, names: Sequence[FaceName], uses: Iterable[SourceUse], lang: Lang, cache: Cache
) -> list[FaceName]:
    """Return the faces, among these, that use one of the files."""
    wanted = set(uses)
    limits = read_config(game.project).limits
    try:
        drawn = run_in_worker(try_faces, limits, game.project, spec, names, FaceLook(lang), cache)
    except PnpError:
        return []
    return [name for name, made in zip(names, drawn, strict=True) if wanted & set(made.uses)]


def _try_faces(
    session: ProjectSession, opened: GameSession, file: TextFile, drafts: DraftFiles, order: DraftRequest
) -> TriedText:
    game = opened.game
    spec, found = None, list[Problem]()
    try:
        reading = read_draft(game, drafts)
        spec, found = reading.readable, list(reading.problems)
    except PnpError as error:
        found += error.problems
    wanted = [name for text in order.faces if (name := FaceName.parse(text)) is not None]
    if file.kind is TextKind.TEMPLATE and not wanted:
        found += run_in_worker(
            check_template, read_config(game.project).limits, game, drafts, template_name(game, file)
        )
    faces, trouble = draw_unsaved(session, game, drafts, spec, wanted, order.lang or "")
    found += trouble
    return {
        "stopped": False,
        "problems": list_problems(distinct_problems(found)),
        "faces": faces,
        "pages": [],
    }


@task
def check_template(game: GameRef, files: DraftFiles, template: str) -> list[Problem]:
    """Return the syntax error of a template that no face uses, if it has one; runs in a worker process."""
    from jinja2 import TemplateError

    from pnp.face.sources import Sources
    from pnp.face.template import template_environment, template_problem

    with open_draft(game.project, files):
        try:
            template_environment(Sources(game.project, game.id)).get_template(template)
        except TemplateError as error:
            return [template_problem(error, Location(), game.project)]
    return []


def distinct_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems without those that only another piece has at the same line."""
    seen: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        where = problem.where
        key = (
            (where.file, where.line, problem.code, problem.said) if where.line else (where, problem.code, problem.said)
        )
        seen.setdefault(key, problem)
    return list(seen.values())


# ---- memos ----


Trials = dict[tuple[str, str], Trial]
"""Sizes in which the memos of a game were set last, by game and file."""


class TriedMemo(NamedTuple):
    """A memo set from unsaved text."""

    problems: list[Problem]
    pages: list[bytes]
    """Its pages, as PNG."""
    trial: Trial | None
    """Sizes that it is set in."""


def _try_memo(
    opened: GameSession,
    file: TextFile,
    drafts: DraftFiles,
    lang: str,
    trials: dict[tuple[str, str], Trial],
    cache: Cache,
) -> TriedText:
    game = opened.game
    config = resolve_config(*game)
    variant, own = parse_file_name(file.path.name) or (
        "",
        config.lang if opened.spec is None else pick_language(lang or config.lang, opened.spec.languages, game.id),
    )
    known = trials.get((game.id, file.name))
    problems: Iterable[Problem]
    pages = list[bytes]()
    try:
        problems, pages, trial = run_in_worker(
            try_memo, config.limits, game, drafts, variant, own, config.paper, known, cache
        )
        if trial is not None:
            trials[game.id, file.name] = trial
    except PnpError as error:
        problems = error.problems
    return _tried_pages(problems, pages)


def _tried_pages(problems: Iterable[Problem], pages: list[bytes]) -> TriedText:
    """Return the pages, as PNG, that unsaved text would give."""
    return {
        "stopped": False,
        "problems": list_problems(distinct_problems(problems)),
        "faces": [],
        "pages": [f"data:image/png;base64,{b64encode(page).decode()}" for page in pages],
    }


@task
def try_memo(
    game: GameRef, files: DraftFiles, variant: str, lang: Lang, paper: Paper, known: Trial | None, cache: Cache
) -> TriedMemo:
    """Check a memo with unsaved text and draw its pages, if possible in sizes that fitted before; runs in a worker."""
    from pnp.memo.lint import check_single_memo
    from pnp.memo.print import MemoOrder, preview_memo, typeset_memo
    from pnp.memo.read import read_memo
    from pnp.spec.load import load_game
    from pnp.spec.texts import IconMap

    order, problems = MemoOrder(Format.HALF, paper, lang), list[Problem]()
    with open_draft(game.project, files):
        problems += locate_lines(check_single_memo(*game, variant, lang), game.project)
        try:
            sketch = None if known is None else preview_memo(*game, variant, order, known, cache)
            if sketch is not None:
                return TriedMemo(problems, draw_pages(sketch[0], MOST_PAGES), known)
            spec = load_game(*game)
            made = typeset_memo(
                game.project, spec, read_memo(*game, variant, lang, IconMap(spec.icons)), order, 0, cache
            )
            return TriedMemo(problems, draw_pages(made.pdf, MOST_PAGES), made.trial)
        except PnpError as error:
            return TriedMemo([*problems, *locate_lines(error.problems, game.project)], [], None)


# ---- rulebooks ----


class TriedRulebook(NamedTuple):
    """A rulebook set from unsaved text."""

    problems: list[Problem]
    pages: list[bytes]
    """Its pages, as PNG."""


def _try_rulebook(game: GameRef, file: TextFile, drafts: DraftFiles, cache: Cache) -> TriedText:
    config = resolve_config(*game)
    lang = rulebook_language(file.path.name) or config.lang
    try:
        tried = run_in_worker(try_rulebook, config.limits, game, drafts, lang, config.paper, cache)
    except PnpError as error:
        return _tried_pages(error.problems, [])
    return _tried_pages(tried.problems, tried.pages)


@task
def try_rulebook(game: GameRef, files: DraftFiles, lang: Lang, paper: Paper, cache: Cache) -> TriedRulebook:
    """Check a rulebook with unsaved text and draw its pages; runs in a worker."""
    from pnp.rulebook.lint import check_single_rulebook
    from pnp.rulebook.print import RulebookOrder, make_rulebook

    problems = list[Problem]()
    with open_draft(game.project, files):
        try:
            problems += locate_lines(check_single_rulebook(*game, lang), game.project)
            made = make_rulebook(*game, RulebookOrder(paper=paper, lang=lang), cache)
            return TriedRulebook(problems, draw_pages(made.pdf, MOST_RULEBOOK_PAGES))
        except PnpError as error:
            return TriedRulebook([*problems, *locate_lines(error.problems, game.project)], [])
