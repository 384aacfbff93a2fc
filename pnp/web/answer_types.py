"""Types of the answers and events that the server sends to pages, as JSON holds them.

`python -m tests.typings` writes them to tests/typings/answers.d.ts, by which the scripts in pnp/web/static are checked.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from pnp.face.face import Source
from pnp.library.texts import TextKind
from pnp.tables.edited import PieceChanges
from pnp.tables.view import PlacedProblem, TableColumn, TableForm
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
    project: str
    """Short hash of the project's folder, by which the browser tells projects apart."""
    view: str
    lang: str
    token: str
    """Sent along with every request that changes something."""
    ticket: str
    """Admits the page again after a restart of the server."""
    ticketKey: str
    """Key that signs the server's challenge for that; it is never sent."""
    version: str
    allowCode: bool
    gameVersion: int
    base: str
    """Beginning of all addresses of the API and of the page, before their first slash."""
    match: NotRequired[str]
    """The game in progress that friends play; their pages have no list of games."""
    seat: NotRequired[int]
    """The seat that the page was opened for; -1 for a spectator."""


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
    challenge: NotRequired[str]
    """To be signed by a page that has a ticket of an earlier run of the server."""


class EnteredPage(TypedDict):
    """The answer to a page that enters again after a restart of the server."""

    token: str


class ListedFace(TypedDict):
    """A face as all answers and events list it."""

    name: str
    """`deck/piece/side/look`"""
    version: int
    drawn: bool
    key: str | None
    """Key of its last good picture."""
    problems: list[ListedProblem]


class FaceListing(TypedDict):
    """Faces with something to show, as an answer lists them."""

    seen: int
    """Version of the list: faces that changed later have a greater one."""
    waiting: int
    """Number of faces that are still to be drawn."""
    faces: list[ListedFace]


class FanCard(TypedDict):
    """A card in the picture of a game."""

    key: str
    scale: int
    width: float
    """In mm, without the bleed."""
    height: float


class GameFan(TypedDict):
    """What the home page shows of a game."""

    title: str
    pieces: int
    decks: int
    waiting: int
    """Number of cards that are still to be drawn."""
    cards: list[FanCard]


class NewGameAnswer(TypedDict):
    """A game that was created, or decks that were added to one."""

    game: str
    decks: list[str]
    """Names of the new decks; empty for a new game."""
    notes: list[str]


class OpenedFolder(TypedDict):
    """The folder of a game, and whether the file manager shows it."""

    opened: bool
    path: str


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


class ListedFaces(TypedDict):
    """Faces that have changed, in a language and an ink."""

    lang: str
    ink: str
    waiting: int
    """Number of faces that are still to be drawn."""
    faces: list[ListedFace]


class GameState(ListedFaces):
    """The first event of a page: the version of its game, and the faces that have changed since the page asked."""

    version: int


class SavedFiles(TypedDict):
    """Files of the game that were saved."""

    version: int
    files: list[str]


class GameList(TypedDict):
    """The games of the project."""

    games: list[str]


class TroubleCount(TypedDict):
    """Number of known problems of the game."""

    count: int


class CountedVersion(TypedDict):
    """The version of the game whose pieces were counted."""

    version: int


class Connected(TypedDict):
    """The first event of a stream."""

    stream: str
    """Its id, by which pages join it."""
    token: str
    """Sent along with every request that changes something."""


class Challenge(TypedDict):
    """What the server asks a page to sign that has no cookie of its current run."""

    challenge: str


class PageEvents(TypedDict):
    """Events by kind; a page's worker sends `lost` if the connection fails, `challenge` if pages must enter again."""

    connected: Connected
    lost: None
    challenge: Challenge
    hello: GameState
    again: None
    saved: SavedFiles
    files: GameList
    faces: ListedFaces
    job: ListedJob[Any]
    checks: TroubleCount
    counted: CountedVersion
    match: ChangedMatch


# ---- gallery ----


class SideLines(TypedDict):
    """Lines to cut along and to keep within, as SVG path data by side."""

    cut: dict[Side, str]
    safe: dict[Side, str]


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
    lines: SideLines | None
    """Lines of all its designs; None if each of them has its own."""


class ListedPiece(TypedDict):
    """A piece and its texts."""

    deck: str
    id: str
    name: str
    which: str
    """What tells it apart from other pieces of the deck with the same name; empty if there are none."""
    count: int
    row: int | None
    looks: list[int]
    texts: dict[str, str]
    empty: list[str]
    """Columns whose cell is empty."""
    length: int
    """Number of characters of all texts."""
    lines: NotRequired[SideLines]
    """Its own lines."""


class Pieces(FaceListing):
    """All pieces of a game, in one language and ink; no more than the problems if its spec was never readable.

    If the page named an earlier answer that the server remembers, only what has changed since: the pieces between the
    first and the last change, and the faces that have changed, even those that have nothing to show now.
    """

    game: str
    version: int
    since: NotRequired[int]
    """Version of the earlier list, if this answer completes it."""
    head: int
    """Number of pieces at the beginning that are the same as in the earlier answer."""
    tail: int
    problems: list[ListedProblem]
    decks: list[ListedDeck]
    pieces: list[ListedPiece]
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


class Checks(FaceListing):
    """Everything that is known to be wrong with a game."""

    lang: str
    ink: Ink
    version: int
    bleed: float
    trouble: int
    heads: dict[str, str]
    problems: list[ListedProblem]
    undrawn: list[FaceProblem]
    checked: CheckResult | None
    pieces: dict[str, CheckedShape]


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


class SheetSaving(TypedDict):
    """Options with which a print takes fewer sheets; None for no change."""

    cut: str | None
    margin: float | None
    sheets: int
    clips: bool
    """Whether many printers clip the label and the ruler."""


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


class AssembledPart(TypedDict):
    """A part of a board: its place on the board and on a page, in mm."""

    name: str
    x: float
    y: float
    width: float
    height: float
    seen: list[float]
    """The part of it that no other covers: x, y, width and height on the board."""
    page: int
    left: float
    """Left edge on the page."""
    top: float
    turn: int
    """Clockwise rotation on the page, in degrees."""


class AssembledBoard(TypedDict):
    """A side of a board, put together from its parts."""

    title: str
    side: str
    width: float
    height: float
    parts: list[AssembledPart]


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
    memos: int
    papers: list[tuple[str, str]]
    """Kinds of paper with the pages that go on them."""
    coverage: float
    faces: int
    drawn: int
    savings: list[SheetSaving]
    coarse_below: int
    coarse: list[tuple[str, int]]
    """Files of pictures with fewer dots per inch than `coarse_below`."""
    lost: dict[str, list[str]]
    left_out: list[str]
    moved: list[float] | None
    draft: bool
    problems: list[ListedProblem]
    """What is wrong with a draft."""
    home_fonts: list[str]
    """Font families for printing at home only."""
    pages: list[PrintedSheet]
    boards: list[AssembledBoard]
    """The boards that are printed in parts."""


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
    draft: bool
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


class ListedTable(TypedDict):
    """A table in the list of tables."""

    table: str
    rows: int


class OpenRow(TypedDict):
    """A row of a table."""

    cells: list[str]
    pieces: list[str]
    """Ids of the pieces that the row defines."""
    lines: int
    """Number of lines from the end of the row above to the end of this row."""


class OpenTable(TypedDict):
    """A table for the page that edits it."""

    table: str
    version: str
    form: TableForm
    decks: list[str]
    read_only: str
    """Reason why the table cannot be edited; empty if it can."""
    encoding: str
    delimiter: str
    first_line: int
    """Last line before the first row."""
    columns: list[TableColumn]
    problems: list[PlacedProblem]
    head: int
    """Number of rows at the beginning that are the same as in the version that the page has."""
    tail: int
    """Number of rows at the end that are the same."""
    rows: list[OpenRow]
    """The rows between them."""


class SavedEdits(TypedDict):
    """The result of saving edits of a table."""

    table: OpenTable
    written: str
    """Version of the file as it was written; `table` has another one if it was changed again since."""
    changes: PieceChanges
    problems: list[PlacedProblem]
    """All problems of the game."""


class TriedEdits(TypedDict):
    """The result of checking unsaved edits of a table."""

    problems: list[PlacedProblem]
    """Problems of this table."""
    faces: list[TriedFace]
    """Faces of the requested row."""
    drawing: list[ListedProblem]
    """Problems of these faces."""


class ListedPictures(TypedDict):
    """The picture files of a game."""

    pictures: list[str]


class UploadedPicture(TypedDict):
    """An uploaded picture."""

    name: str
    """Its file, as cells name it."""


class ConvertedTable(TypedDict):
    """The result of converting a table to CSV."""

    table: str


RuleDocument = Literal["memo", "rulebook"]
"""What the memo page shows."""


class MemoControls(TypedDict):
    """What can be chosen for a memo or a rulebook, and its sources."""

    documents: list[RuleDocument]
    document: RuleDocument
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


class RulebookResult(TypedDict):
    """The result of printing a rulebook."""

    file: str
    title: str
    pages: list[PageSize]


class ProblemList(TypedDict):
    """Problems of the memos or rulebooks, with their lines."""

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
    lang: NotRequired[str]
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


class ListedText(TypedDict):
    """A text file of a game in the list of files."""

    file: str
    kind: TextKind
    shared: bool
    """Whether it belongs to all games of the project."""
    readOnly: str
    """Why it cannot be edited; empty if it can."""


class TextList(TypedDict):
    """The text files of a game."""

    files: list[ListedText]


class TextContent(ListedText):
    """A text file with its content."""

    text: str
    version: str
    """Hash of the file."""


class SavedText(TypedDict):
    """A text file after it was saved."""

    version: str


class TextPiece(TypedDict):
    """A piece whose faces are drawn from a text file."""

    deck: str
    id: str
    sides: list[str]
    length: int
    """Number of characters of its texts."""


class TextPieces(TypedDict):
    """The pieces whose faces are drawn from a text file, and the languages to show them in."""

    pieces: list[TextPiece]
    languages: list[str]
    lang: str


class FaceShape(TypedDict):
    """The shape of a face: width, height and bleed in mm, cut line and safe area as path data."""

    width: float
    height: float
    bleed: float
    cut: str
    safe: str


class TriedFace(TypedDict):
    """A face drawn from unsaved edits."""

    name: str
    key: str | None
    """Key of its picture; None if it cannot be drawn."""
    shape: FaceShape | None
    """None if the piece does not exist with these edits."""


class TriedText(TypedDict):
    """What unsaved text would give: its problems, faces, and pages of a memo as addresses of pictures."""

    stopped: bool
    """Whether the work was stopped because the page has sent a newer text."""
    problems: list[ListedProblem]
    faces: list[TriedFace]
    pages: list[str]


class LayoutSide(TypedDict):
    """A side of a deck that is drawn from a layout."""

    deck: str
    side: Side


class ListedLayout(TypedDict):
    """A layout or template in the list of files."""

    file: str
    layout: bool
    """Whether it is a layout, not a template."""
    readOnly: str
    """Why it cannot be edited; empty if it can."""
    sides: list[LayoutSide]


class LayoutList(TypedDict):
    """The layouts and templates of a game."""

    files: list[ListedLayout]


class ListedBox(TypedDict):
    """A box of a layout or template, as `PlacedBox`."""

    name: str
    kind: str
    box: list[float] | None
    """Left, top, width and height in mm; None if that depends on something else."""
    line: int
    locked: str
    """Why it cannot be moved, in English; empty if it can."""
    lock: str
    """Name of that reason."""
    lockDetail: str
    keys: dict[str, object]
    """Keys as written in the file."""
    inherited: dict[str, object]
    """Keys from the layout that this one is like."""
    source: str
    """That layout, or empty."""
    stack: str
    """Stack that it is part of, or empty."""
    when: str
    """Its condition, or empty."""


class LayoutColumn(TypedDict):
    """A column that a layout may use, with some of its values."""

    name: str
    heading: str
    samples: list[str]


class LayoutKey(TypedDict):
    """A key that boxes of a kind may have, as `KeyHelp`."""

    name: str
    takes: str
    options: list[str]
    isLength: bool
    least: float | None
    most: float | None
    choosable: bool
    required: bool


class EditedLayout(TypedDict):
    """A layout or template after edits: its text, its boxes, and what its keys may be."""

    text: str
    layout: bool
    """Whether it is a layout; the boxes of a template can only be moved and resized."""
    like: str
    """Layout that it inherits from, or empty."""
    unit: float
    """Length of its unit, in mm."""
    ground: object
    """Its background as written, or None."""
    boxes: list[ListedBox]
    columns: list[LayoutColumn]
    styles: list[str]
    icons: list[str]
    drawings: list[str]
    pictures: list[str]
    kinds: dict[str, list[LayoutKey]]
    """Keys of each kind of box."""
    problems: list[ListedProblem]


class DrawnCard(TriedFace):
    """A face drawn from unsaved texts."""

    problems: list[ListedProblem]
    lines: list[list[dict[str, Any]]]
    """Template lines of everything marked on the face, by the number of its mark; empty without marks."""


class DrawnCards(TypedDict):
    """Faces drawn from unsaved texts, and the problems of the game with them."""

    stopped: bool
    """Whether the work was stopped because the page has sent a newer request."""
    problems: list[ListedProblem]
    cards: list[DrawnCard]


class TextExtremes(TypedDict):
    """The pieces with the longest and the shortest text; empty if there are none."""

    longest: str
    shortest: str


# ---- games in progress ----


class ListedMatch(TypedDict):
    """A game in progress or over, as its record describes it."""

    match: str
    changed: float
    """Time of the last move, in seconds since 1970."""
    players: int
    seats: list[str]
    """For each player "person", or the name of a bot."""
    plies: int
    result: str
    """The scores and the winners; empty while it is running."""


class MatchForm(TypedDict):
    """What can be chosen for a new game."""

    players: list[int]
    """The fewest and the most."""
    usual: int
    options: list[RunOption]
    presets: dict[str, dict[str, str]]


class MatchList(PlayPermission):
    """The games in progress of a game, and what can be chosen for a new one."""

    folder: str
    matches: list[ListedMatch]
    form: MatchForm | None
    """None without rules, or without permission to run them."""


class StartedMatch(TypedDict):
    """The answer to a new game."""

    match: str


class MatchSeat(TypedDict):
    """Who plays in a seat."""

    bot: str
    """Empty for a person."""
    mine: bool
    open: bool
    """Whether a person can take it."""
    away: bool
    """Whether the person is not connected."""


class SceneItem(TypedDict):
    """A piece, text, line or area on the table; it has the fields of its kind."""

    kind: Literal["piece", "text", "line", "area"]
    x: float
    y: float
    piece: NotRequired[str]
    turn: NotRequired[float]
    side: NotRequired[Side]
    look: NotRequired[int]
    marked: NotRequired[bool]
    hidden: NotRequired[bool]
    key: NotRequired[str]
    text: NotRequired[str]
    toX: NotRequired[float]
    toY: NotRequired[float]
    arrow: NotRequired[bool]
    outline: NotRequired[list[tuple[float, float]]]
    tone: NotRequired[str]


class SceneZone(TypedDict):
    """A place on the table."""

    id: str
    shape: Literal["hand", "row", "pile", "grid", "pool", "track"]
    title: str
    owner: int
    count: int | None
    notes: list[str]
    items: list[SceneItem]


class SceneSeat(TypedDict):
    """What is said about a player."""

    name: str
    score: str
    notes: list[str]


class SceneMove(TypedDict):
    """A legal action, and what it does on the table."""

    action: int
    words: str
    takes: list[str]
    zone: str
    target: str
    spot: SceneItem | None
    marks: list[SceneItem]
    notes: list[str]


class TableScene(TypedDict):
    """Everything on the table."""

    zones: list[SceneZone]
    seats: list[SceneSeat]
    turn: int
    notes: list[str]
    moves: list[SceneMove]


class MatchStep(TypedDict):
    """What a viewer sees after a move."""

    ply: int
    seat: int
    name: str
    """What the player was called when they moved: in some games, players change roles."""
    lines: list[str]
    scene: TableScene | None
    """None if only the lines are needed."""


class MatchView(TypedDict):
    """A game in progress as a viewer sees it."""

    match: str
    game: str
    lang: str
    ply: int
    epoch: int
    """Number that changes when moves are taken back."""
    turn: int
    over: bool
    viewer: int
    viewers: list[int]
    """Those whose view can be asked for; -1 is a spectator, -2 sees everything."""
    undo: int
    """Number of moves to which the viewer can go back; -1 if they cannot."""
    seats: list[MatchSeat]
    host: bool
    """Whether the viewer may hand the seats of others to bots."""
    branch: bool
    """Whether games can be started from positions of this one."""
    scores: list[int]
    winners: list[int]
    thinking: bool
    problems: list[ListedProblem]
    steps: list[MatchStep]


class SuggestedMove(TypedDict):
    """A move that search considers good."""

    action: int
    words: str
    visits: float
    chance: float


class Suggestions(TypedDict):
    """The moves that search considers best."""

    ply: int
    moves: list[SuggestedMove]


class ChanceCurve(TypedDict):
    """Each player's share of the win over a game."""

    epoch: int
    points: list[tuple[int, list[float]]]


class TablePiece(TypedDict):
    """A piece that can be on the table."""

    deck: str
    id: str
    name: str
    looks: list[int]
    lines: NotRequired[SideLines]


class TablePieces(TypedDict):
    """The pieces that can be on the table, and their faces."""

    game: str
    title: str
    lang: str
    ink: str
    bleed: float
    version: int
    decks: list[ListedDeck]
    pieces: list[TablePiece]
    seen: int
    waiting: int
    faces: list[ListedFace]


class ReplayZone(SceneZone):
    """A zone in a replay."""

    items: list[int]  # type: ignore[misc]
    """Places in the list of items."""


class ReplayScene(TypedDict):
    """A scene in a replay: places in the lists of zones and of seats, whose turn it is, and notes."""

    zones: list[int]
    seats: int
    turn: int
    notes: list[str]


class ReplayView(TypedDict):
    """A game as a viewer sees it: what every move did, and the table after it."""

    viewer: int
    steps: list[MatchStep]
    scenes: list[ReplayScene]


class Replay(TypedDict):
    """Everything that the replay of a game in one file holds."""

    over: bool
    named: bool
    """Whether it is known who played."""
    seats: list[MatchSeat]
    scores: list[int]
    winners: list[int]
    views: list[ReplayView]
    """The first one is shown first."""
    items: list[SceneItem]
    zones: list[ReplayZone]
    said: list[list[SceneSeat]]
    """Distinct lists of what is said about the players."""
    points: list[tuple[int, list[float]]]
    """Each player's share of the win after some moves."""
    decks: list[ListedDeck]
    pieces: list[TablePiece]
    faces: dict[str, int]
    """Places in the list of pictures, by name of the face."""
    pictures: list[str]
    """Distinct bitmaps, in base64."""


class ChangedMatch(TypedDict):
    """Event after a change of a game in progress."""

    match: str
    ply: int
    epoch: int
    turn: int
    thinking: bool
