"""Types of the answers and events that the server sends to pages, as JSON holds them.

`python -m tests.typings` writes them to tests/typings/answers.d.ts, by which the scripts in pnp/web/static are checked.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from pnp.face.face import Source
from pnp.terms import Ink, Side

PlainLocation = dict[str, Any]
"""The fields of a location that apply, as `Location.plain` returns them."""
JobState = Literal["running", "done", "failed", "stopped"]
SenseWord = Literal["numbers-at-least", "numbers-exactly", "numbers-at-most"]
"""Keys of the words for a sense."""
Result = TypeVar("Result")


class PageData(TypedDict):
    """What every page is given in its HTML."""

    game: str
    """Empty on the home page."""
    view: str
    lang: str
    token: str
    """Sent along with every request that changes something."""
    version: str
    allowCode: bool
    gameVersion: int


class ListedProblem(TypedDict):
    """A problem: where it is, what is wrong and what to do about it."""

    where: str
    location: PlainLocation
    message: str
    subject: bool
    """Whether the location is the subject of the message; if not, a colon goes between them."""
    hint: str
    code: str


class RefusedRequest(TypedDict):
    """The answer to a request that failed."""

    problems: list[ListedProblem]
    now: NotRequired[Any]
    """The current state of something that has changed since the page loaded it."""


class ListedFace(TypedDict):
    """A face as all answers and events list it."""

    name: str
    """`deck/piece/side/look`"""
    version: int
    drawn: bool
    key: str | None
    """Key of its last good picture."""
    problems: list[ListedProblem]


class ListedJob(TypedDict, Generic[Result]):
    """A job, its progress and its result."""

    id: str
    game: str
    kind: str
    state: JobState
    stage: str
    done: int
    total: int
    """0 while it is unknown."""
    result: Result | None
    problems: list[ListedProblem]
    files: dict[str, int]
    """Files to download, by name, with their sizes in bytes."""


class StartedJob(TypedDict, Generic[Result]):
    """The job that a request has started or found."""

    job: ListedJob[Result]


# ---- events ----


class GameState(TypedDict):
    """The first event of a connection."""

    version: int
    faces: list[ListedFace]


class SavedFiles(TypedDict):
    """Files of the game that were saved."""

    version: int
    files: list[str]


class GameList(TypedDict):
    """The games of the project."""

    games: list[str]


class ListedFaces(TypedDict):
    """Faces that were drawn."""

    faces: list[ListedFace]


class TroubleCount(TypedDict):
    """Number of known problems of the game."""

    count: int


class CountedVersion(TypedDict):
    """The version of the game whose pieces were counted."""

    version: int


class PageEvents(TypedDict):
    """Events by kind."""

    hello: GameState
    again: None
    saved: SavedFiles
    files: GameList
    faces: ListedFaces
    job: ListedJob[Any]
    checks: TroubleCount
    counted: CountedVersion


# ---- gallery ----


class ListedDeck(TypedDict):
    """A deck."""

    name: str
    title: str
    kind: str
    width: float
    height: float
    count: int
    designs: int
    table: str
    size: str
    sides: list[Side]


class DeckLines(TypedDict):
    """The lines of a design to cut along and to keep within, as SVG path data by side."""

    cut: dict[Side, str]
    safe: dict[Side, str]


class PieceTexts(TypedDict):
    """A piece and its texts."""

    deck: str
    id: str
    count: int
    row: int | None
    looks: list[int]
    texts: dict[str, str]
    empty: list[str]
    """Columns whose cell is empty."""
    length: int
    """Number of characters of all texts."""


class ListedPiece(PieceTexts, DeckLines):
    """A piece with its texts and cut lines."""


class Pieces(TypedDict):
    """All pieces of a game, in one language and ink; no more than the problems if its spec was never readable."""

    game: str
    version: int
    problems: list[ListedProblem]
    decks: list[ListedDeck]
    pieces: list[ListedPiece]
    faces: list[ListedFace]
    title: NotRequired[str]
    lang: NotRequired[str]
    ink: NotRequired[Ink]
    languages: NotRequired[list[str]]
    bleed: NotRequired[float]
    count: NotRequired[int]
    drawn: NotRequired[list[str]]
    """Decks that are drawn from."""


class TracedFace(TypedDict):
    """A face with a mark on everything it shows."""

    svg: str
    sources: list[Source]
    root: str
    """The project's folder."""


class HandoutFace(TypedDict):
    """A face of a piece, by its index in the list of distinct faces."""

    side: Side
    look: int
    face: int


class HandoutPiece(ListedPiece):
    """A piece with its faces."""

    faces: list[HandoutFace]


class Handout(TypedDict):
    """Everything that the gallery in one file holds."""

    decks: list[ListedDeck]
    pieces: list[HandoutPiece]
    pictures: dict[str, str]
    """Data addresses by key."""
    faces: list[str]
    """SVGs."""
    words: dict[str, str]


class ListedBuild(TypedDict):
    """A PDF in the output folder."""

    id: str
    name: str
    when: int
    """Seconds since 1970."""


class ListedVersion(ListedBuild):
    """A tag, or the last commit."""

    subject: str


class CompareChoices(TypedDict):
    """Earlier states that the game can be compared with."""

    builds: list[ListedBuild]
    versions: list[ListedVersion]


# ---- checks ----


class CheckedPiece(TypedDict):
    """A piece that a finding is about."""

    deck: str
    piece: str
    amount: NotRequired[float]
    look: NotRequired[int]
    side: NotRequired[Side]


class CheckedPieces(TypedDict):
    """The first pieces that a finding is about."""

    pieces: list[CheckedPiece]
    others: int
    """How many more there are."""


class ListedLine(CheckedPieces):
    """A line of the box beside the counts of spec and engine."""

    ok: bool
    where: str
    location: PlainLocation
    name: str
    says: str
    spec: str
    engine: str | None


class CheckedDeal(TypedDict):
    """What is in play after set-ups that come to the same."""

    players: str
    options: str
    in_play: int
    back: str


class CheckedTrouble(CheckedPieces):
    """A sentence about something that is wrong."""

    text: str
    short: str


class CheckedRule(TypedDict):
    """A rule of composition."""

    ok: bool
    where: str
    location: PlainLocation
    text: str
    breaches: list[CheckedTrouble]
    others: int


class CheckedSlip(CheckedPieces):
    """A slip of typography."""

    where: str
    location: PlainLocation
    text: str
    found: str
    instead: str
    what: str


class FaceProblem(ListedProblem, CheckedPieces):
    """Why faces cannot be drawn."""


class UnlistedCounts(TypedDict):
    """How many more findings there are than are listed."""

    disagreements: int
    rules: int
    slips: int


class CheckResult(TypedDict):
    """The last result of a check."""

    lang: str
    title: str
    lines: list[ListedLine]
    total: tuple[str, str, str | None]
    dealt: bool
    deals: list[CheckedDeal]
    disagreements: list[CheckedTrouble]
    rules: list[CheckedRule]
    slips: list[CheckedSlip]
    notes: list[str]
    end: str
    """The verdict in words."""
    more: UnlistedCounts
    failures: int
    current: bool
    """Whether it is about the current version of the game."""
    read: bool
    """Whether the current version was read for slips."""


class CheckedShape(TypedDict):
    """The name and shape of a piece."""

    name: str
    width: float
    height: float
    cut: str


class Checks(TypedDict):
    """Everything that is known to be wrong with a game."""

    lang: str
    ink: Ink
    version: int
    bleed: float
    trouble: int
    waiting: int
    """Number of faces that are still to be drawn."""
    heads: dict[str, str]
    problems: list[ListedProblem]
    undrawn: list[FaceProblem]
    checked: CheckResult | None
    pieces: dict[str, CheckedShape]
    faces: list[ListedFace]


# ---- sheets ----

ControlValue = TypedDict("ControlValue", {"value": str, "from": str})
ControlValue.__doc__ = "The value in force, and where it comes from: config, printer, game or default."


class DeckChoice(TypedDict):
    """A deck that can be printed."""

    name: str
    title: str
    count: int


class SheetControls(TypedDict):
    """What can be chosen for a print."""

    values: dict[str, ControlValue]
    languages: list[str]
    papers: list[str]
    sides: list[str]
    inks: list[str]
    cuts: list[str]
    printers: list[str]
    decks: list[DeckChoice]
    nests: bool
    memos: list[str]
    formats: list[str]
    forms: list[str]
    problems: list[ListedProblem]


class ListedPaper(TypedDict):
    """A paper, in mm."""

    name: str
    width: float
    height: float


class CutSaving(TypedDict):
    """What another way of cutting saves."""

    cut: str
    sheets: int
    most: int
    instead: int


class PrintedSheet(TypedDict):
    """A sheet: its pages, its number of pieces, and how it is turned over."""

    sheet: int
    """0 for the guide."""
    front: int
    """Page number."""
    back: int | None
    turn: Literal["x", "y"] | None
    """`x` where left and right change places, `y` where top and bottom do."""
    pieces: int


class SheetsResult(TypedDict):
    """The result of a build."""

    file: str
    seconds: float
    paper: ListedPaper
    sides: str
    cut: str
    pieces: int
    whole: int
    sheets: int
    least: int
    papers: list[tuple[str, str]]
    """Kinds of paper with the pages that go on them."""
    coverage: float
    faces: int
    drawn: int
    savings: list[CutSaving]
    coarse_below: int
    coarse: list[tuple[str, int]]
    """Files of pictures with fewer dots per inch than `coarse_below`."""
    lost: dict[str, list[str]]
    left_out: list[str]
    moved: list[float] | None
    pages: list[PrintedSheet]


class ListedSpares(TypedDict):
    """How many more pieces of a size would fit."""

    decks: list[str]
    size: str
    count: int


class BoxResult(TypedDict):
    """The result of printing a box."""

    file: str
    sheets: int
    form: str
    inside: list[float]


class FacesResult(TypedDict):
    """The result of writing single faces."""

    file: str
    faces: int


class AuditedCheck(TypedDict):
    """A question of an audit, and its answer."""

    check: str
    measured: str
    ok: bool
    findings: list[str]
    more: int


class AuditReport(TypedDict):
    """The result of an audit."""

    file: str
    sound: bool
    verdict: str
    pieces: int
    wanted: int | None
    notes: list[str]
    checks: list[AuditedCheck]


# ---- memo ----


class MemoValues(TypedDict):
    """The settings in force."""

    paper: str
    ink: Ink


class MemoSource(TypedDict):
    """A source file of a memo."""

    name: str
    file: str
    text: str


class MemoControls(TypedDict):
    """What can be chosen for a memo, and its sources."""

    variants: list[str]
    variant: str
    languages: list[str]
    lang: str
    formats: list[str]
    papers: list[str]
    inks: list[str]
    values: MemoValues
    sources: list[MemoSource]
    problems: list[ListedProblem]


class PageSize(TypedDict):
    """The size of a page, in mm."""

    width: float
    height: float


class MemoSketch(TypedDict):
    """The first result of a job that prints a memo."""

    title: str
    copies: int
    pages: list[PageSize]


class MemoResult(MemoSketch):
    """The result of printing a memo."""

    file: str
    letters: float
    """Type size, in points."""


class ProblemList(TypedDict):
    """Problems of the memos, with their lines."""

    problems: list[ListedProblem]


# ---- numbers ----


class NumbersTable(TypedDict):
    """A table: the first `texts` columns are words, the others numbers."""

    title: str
    heads: list[str]
    rows: list[list[str]]
    texts: int


class NumbersColumn(TypedDict):
    """A column that a question can name, with the number of pieces for each value."""

    name: str
    values: list[tuple[str, int]]


class DeckTables(TypedDict):
    """The tables of a deck."""

    name: str
    title: str
    line: str
    count: int
    tables: list[NumbersTable]
    more: str
    columns: list[NumbersColumn]
    drawn: bool


class NumbersTables(TypedDict):
    """The tables of a game; no more than the problems if its spec was never readable."""

    version: int
    problems: list[ListedProblem]
    decks: list[DeckTables]
    title: NotRequired[str]
    overview: NotRequired[NumbersTable]
    usual: NotRequired[NumbersTable | None]


class ListedChart(TypedDict):
    """A chart of a deck."""

    deck: str
    odds: bool
    title: str
    key: str


class RefusedQuestion(TypedDict):
    """A question that cannot be answered."""

    question: str
    problems: list[ListedProblem]


class AnsweredQuestion(TypedDict):
    """A question with its odds."""

    question: str
    deck: str
    sense: SenseWord
    number: int
    drawn: int
    hits: int
    pile: int
    share: float
    percent: str
    often: str
    exact: str
    distribution: list[float]


class Odds(TypedDict):
    """Questions with their answers."""

    odds: list[RefusedQuestion | AnsweredQuestion]


# ---- plays ----


class PlayPermission(TypedDict):
    """Whether the game has rules, and whether they may run."""

    rules: Literal["none", "forbidden", "ready"]
    file: str
    root: str


class ListedRun(TypedDict):
    """A run in the output folder."""

    name: str
    changed: float
    """Seconds since 1970."""
    players: int
    bots: str
    options: dict[str, str]
    seed: str
    games: int
    done: int
    finished: bool
    broken: str
    """Why it cannot be read."""
    report: bool


class PlayedRun(TypedDict):
    """The run that a job plays."""

    run: str
    done: NotRequired[bool]


class Plays(PlayPermission):
    """The runs of a game."""

    folder: str
    runs: list[ListedRun]
    jobs: list[ListedJob[PlayedRun]]


class RunOption(TypedDict):
    """An option of the rules."""

    name: str
    choices: list[str]
    about: str


class RunForm(TypedDict):
    """What can be chosen for a run."""

    players: list[int]
    """Minimum and maximum."""
    usual: int
    games: int
    bots: str
    seed: str
    options: list[RunOption]
    presets: dict[str, dict[str, str]]


class ComparedRow(TypedDict):
    """A measure: its name, its two values, their difference and the verdict."""

    cells: list[str]
    marked: bool


class RunComparison(TypedDict):
    """What differs between two runs, in words."""

    changes: str
    cautions: list[str]
    sentences: list[str]
    heads: list[str]
    rows: list[ComparedRow]


# ---- exports ----


class TargetWords(TypedDict):
    """The title and description of a target in another language."""

    title: str
    about: str


class TargetOption(TypedDict):
    """An option of a target."""

    name: str
    about: str
    kind: str
    choices: list[str]
    default: str | float | bool | None


class ExportTarget(TargetWords):
    """A target that a game can be exported to."""

    name: str
    own: bool
    """Whether its profile belongs to the project."""
    translations: dict[str, TargetWords]
    upload: str
    options: list[TargetOption]


class ExportTargets(TypedDict):
    """All targets, and the languages of the game."""

    targets: list[ExportTarget]
    languages: list[str]


class ListedFile(TypedDict):
    """A file of an export."""

    name: str
    size: int
    estimated: bool


class PiecesLeftOut(TypedDict):
    """Pieces that are not exported."""

    piece: str
    count: int
    why: str


class UnsafeSpot(TypedDict):
    """Something that is too close to the cut, in mm."""

    piece: str
    side: str
    what: str
    distance: float


class ExportResult(TypedDict):
    """The result of an export."""

    files: list[ListedFile]
    more: int
    size: int
    notices: list[str]
    made: int
    left: list[PiecesLeftOut]
    unsafe: list[UnsafeSpot]
