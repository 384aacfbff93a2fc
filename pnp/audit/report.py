"""Audit reports: the faces on the paper, measurements and findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Final, NotRequired, TypedDict

from pnp.errors import Problem, format_problems
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.units import Size
from pnp.spec.deck import face_id
from pnp.terms import DocumentFormat, Side

FORMAT: Final[DocumentFormat] = {"format": "pnp-audit", "version": 1}
"""Name and version of the format; the version increases when a key is renamed or changes its meaning."""


class Check(StrEnum):
    """The checks of an audit, in the order in which they are reported."""

    COUNT = "every piece once"
    SIZE = "true size"
    PLACE = "in its place"
    BACKS = "backs behind fronts"
    OVERLAP = "no overlaps"
    EDGE = "away from the paper's edge"
    BLEED = "bleed"
    MARKS = "cut and fold lines"
    SAFE = "text inside the safe area"
    FONTS = "fonts embedded"
    PICTURES = "pictures sharp"
    LOOKS = "looks as the game draws it"
    PAGES = "pages as they were printed"


@dataclass(frozen=True)
class Found:
    """A face on the paper, measured from the operators that draw it."""

    piece: str
    copy: int
    deck: str
    side: Side
    page: int
    """Page number, from 1."""
    rect: Rect
    """Trim box."""
    rotation: int
    """Rotation, in degrees clockwise."""
    scale: tuple[float, float]
    """Scale across and down; 1 is true size."""
    bleed: Edges
    """Visible bleed on each side of the trim box."""
    face: str
    """Seal of the drawing; empty if not computed."""
    look: int = 1

    @property
    def name(self) -> str:
        """Name of the piece for people."""
        return f"{self.piece} ({self.copy})"

    @property
    def drawing(self) -> str:
        """Identifier of its drawing."""
        return face_id(self.piece, self.look)

    @property
    def upright(self) -> Size:
        """Size of the face when upright."""
        size = Size(self.rect.width, self.rect.height)
        return size.turned if self.rotation % 180 else size


@dataclass(frozen=True)
class Finding:
    """Something that is wrong."""

    check: Check
    text: str
    page: int | None = None

    def __str__(self) -> str:
        return f"page {self.page}: {self.text}" if self.page else self.text


class PieceCount(TypedDict):
    """Number of pieces."""

    found: int
    """Number of pieces on the sheets."""
    wanted: int | None
    """Expected number of pieces; `null` if the game was not found."""


class LineCount(TypedDict):
    """Number of pieces in a line of the box."""

    name: str
    """Line of the box."""
    wanted: int
    """Expected number of pieces."""
    found: int
    """Number of pieces on the sheets."""


class FindingData(TypedDict):
    """A finding."""

    check: str
    """Check that failed."""
    page: int | None
    """Page, or `null`."""
    text: str
    """What is wrong."""


class FaceData(TypedDict):
    """A face on a sheet."""

    piece: str
    """Face on a sheet: id of its row."""
    copy: int
    """Copy number, from 1."""
    deck: str
    """Deck."""
    side: Side
    page: int
    """Page."""
    x: float
    """Left edge as measured, in mm from the upper left corner of the page."""
    y: float
    """Upper edge."""
    width: float
    """Width as placed."""
    height: float
    """Height as placed."""
    rotation: int
    """Clockwise rotation, in degrees."""
    bleed: list[float]
    """Bleed on each side: top, right, bottom, left."""


class _AuditKeys(TypedDict):
    format: str
    version: int
    file: str
    """The PDF."""
    game: str
    """Id of the game, according to the file."""
    lang: str
    """Language."""
    ink: str
    """`full` or `low`."""
    paper: str
    """Paper."""
    sides: NotRequired[str]
    """How fronts and backs are combined."""
    pages: int
    """Number of pages."""
    sound: bool
    """Whether nothing is wrong."""
    verdict: str
    """The same as a sentence."""
    pieces: NotRequired[PieceCount]
    box: NotRequired[list[LineCount]]
    measured: Annotated[dict[str, str], Check]
    """Measurement of each check that was run, by its name."""
    findings: list[FindingData]
    notes: list[str]
    """What could not be checked, and why."""
    units: str
    """Units of lengths and angles, as text."""
    faces: NotRequired[list[FaceData]]


class _OptionalAuditKeys(TypedDict, total=False):
    selection: str
    """Only for a selection: its description in the file."""
    whole: int
    """Only for a selection: number of pieces in the whole game."""
    draft: bool
    """Only for a draft: `true`."""
    inside: tuple[float, float, float] | None
    """Only for a box: width, height and depth that the pieces need, in mm."""
    panels: list[dict[str, Any]]
    """Only for a box: name, measured width and height of a panel, and `wanted`, the size that it must have."""
    order: list[str]
    """Only for a booklet: pages in the order in which a reader finds them after folding; some are `blank`."""


class AuditDocument(_AuditKeys, _OptionalAuditKeys):
    """JSON document of an audit; that of a box or booklet lacks the keys about sheets."""


@dataclass
class Report:
    """The result of auditing one file."""

    file: str
    game: str
    lang: str
    ink: str
    paper: str
    sides: str
    pages: int
    faces: list[Found] = field(default_factory=list)
    measured: dict[Check, str] = field(default_factory=dict)
    """The measurement of each check; checks that were not run are missing."""
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Checks that could not be run, and why."""
    box: list[tuple[str, int, int]] = field(default_factory=list)
    """For each line of the box: its name, the count in the box, and the count on the paper."""
    wanted: int | None = None
    """Number of pieces that there must be; None if the game was not found."""
    leaves: dict[str, int] = field(default_factory=dict)
    """Number of leaves of each pad, by id; together they are one piece."""
    selection: str = ""
    """The selection that the file claims to hold; empty for the whole game."""
    whole: int = 0
    """Number of pieces in the whole game, if the file holds a selection."""
    draft: bool = False
    """Whether the file is a draft."""
    known: tuple[Problem, ...] = ()
    """Problems of the spec of a draft."""
    memo_deck: str = ""
    """Name of the deck of memo cards, which are not counted as pieces; empty if there are none."""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def pieces(self) -> Counter[str]:
        """Return the number of fronts of each design on the paper."""
        return Counter(face.piece for face in self.faces if face.side is Side.FRONT)

    @property
    def found(self) -> int:
        """Number of pieces on the paper, without memo cards; a pad counts as one, if all of its leaves are there."""
        leaves = sum(count // self.leaves.get(design, 1) for design, count in self.pieces().items())
        return leaves - self.memos

    @property
    def memos(self) -> int:
        """Number of memo cards on the paper."""
        return sum(face.deck == self.memo_deck for face in self.faces if face.side is Side.FRONT)

    def designs(self) -> list[tuple[str, str, int, int, str, str]]:
        """Return a line for each design: deck, id, fronts and backs on the paper, size, pages."""
        lines = []
        for piece in dict.fromkeys(face.piece for face in self.faces):
            faces = [face for face in self.faces if face.piece == piece]
            fronts = sum(face.side is Side.FRONT for face in faces)
            sizes = dict.fromkeys(f"{face.upright.width:.2f} × {face.upright.height:.2f} mm" for face in faces)
            pages = ", ".join(map(str, sorted({face.page for face in faces})))
            lines.append((faces[0].deck, piece, fronts, len(faces) - fronts, " / ".join(sizes), pages))
        return lines

    def answers(self) -> list[tuple[Check, str]]:
        """Return each check that was run with its measurement, in order."""
        asked = {finding.check for finding in self.findings} | set(self.measured)
        return [(check, self.measured.get(check, "")) for check in Check if check in asked]

    def by_check(self) -> dict[Check, list[Finding]]:
        """Return the findings of each check that has any."""
        sorted_out = {check: [finding for finding in self.findings if finding.check is check] for check in Check}
        return {check: findings for check, findings in sorted_out.items() if findings}

    @property
    def verdict(self) -> str:
        """One line that says whether the file is complete."""
        count, memos = self.found, self.memos
        with_memos = f" and {memos} memo card{'s' * (memos > 1)}" if memos else ""
        if self.sound and self.draft:
            return f"a draft, not the final print: {count} pieces as the game draws them now"
        if self.sound and self.selection:
            held = f"{count} of {self.whole} pieces ({self.selection})"
            return f"complete for a selection: {held}, none twice, none missing"
        if self.sound:
            return f"complete: {count} pieces{with_memos}, none twice, none missing"
        wanted = "?" if self.wanted is None else self.wanted
        return f"not as it should be: {count} of {wanted} pieces, {len(self.findings)} findings"

    def as_data(self) -> AuditDocument:
        """Return the report as data for JSON."""
        selection: _OptionalAuditKeys = {"selection": self.selection, "whole": self.whole} if self.selection else {}
        draft: _OptionalAuditKeys = {"draft": True} if self.draft else {}
        return {
            **FORMAT,
            "file": self.file,
            "game": self.game,
            "lang": self.lang,
            "ink": self.ink,
            "paper": self.paper,
            "sides": self.sides,
            "pages": self.pages,
            "sound": self.sound,
            "verdict": self.verdict,
            "pieces": {"found": self.found, "wanted": self.wanted},
            **selection,
            **draft,
            "box": [{"name": name, "wanted": wanted, "found": found} for name, wanted, found in self.box],
            "measured": {check.name.lower(): text for check, text in self.answers()},
            "findings": [
                {"check": finding.check.name.lower(), "page": finding.page, "text": finding.text}
                for finding in self.findings
            ],
            "notes": self.notes,
            "units": "mm from the upper left corner of the page; rotation in degrees clockwise",
            "faces": [
                {
                    "piece": face.piece,
                    "copy": face.copy,
                    "deck": face.deck,
                    "side": face.side,
                    "page": face.page,
                    "x": round(face.rect.x, 3),
                    "y": round(face.rect.y, 3),
                    "width": round(face.rect.width, 3),
                    "height": round(face.rect.height, 3),
                    "rotation": face.rotation,
                    "bleed": [round(value, 3) for value in face.bleed],
                }
                for face in self.faces
            ],
        }

    def wrong(self, check: Check, text: str, page: int | None = None) -> None:
        """Add a finding."""
        self.findings.append(Finding(check, text, page))


def first_line(problems: Iterable[Problem]) -> str:
    """Return the first of some problems on one line, with its hint."""
    return "; ".join(line.strip().removeprefix("hint: ") for line in format_problems(problems)[0].splitlines())


def brief_data(whole: AuditDocument) -> AuditDocument:
    """Return the data of a report without what is about pieces on sheets."""
    return {
        "format": whole["format"],
        "version": whole["version"],
        "file": whole["file"],
        "game": whole["game"],
        "lang": whole["lang"],
        "ink": whole["ink"],
        "paper": whole["paper"],
        "pages": whole["pages"],
        "sound": whole["sound"],
        "verdict": whole["verdict"],
        "measured": whole["measured"],
        "findings": whole["findings"],
        "notes": whole["notes"],
        "units": "mm",
    }


@dataclass(frozen=True)
class MeasuredPanel:
    """The measured size of a panel, and the size it must have."""

    name: str
    width: float
    height: float
    wanted: Size

    @property
    def off(self) -> float:
        """Largest deviation, in mm."""
        return max(abs(self.width - self.wanted.width), abs(self.height - self.wanted.height))


@dataclass
class BoxReport(Report):
    """The result of auditing the PDF of a box."""

    panels: list[MeasuredPanel] = field(default_factory=list)
    inside: tuple[float, float, float] | None = None
    """Width, height and depth that the pieces need, in mm."""

    @property
    def verdict(self) -> str:
        """One line that says whether the box fits."""
        if not self.sound:
            return f"not as it should be: {len(self.findings)} findings"
        worst = max((panel.off for panel in self.panels), default=0.0)
        return f"the box fits: {len(self.panels)} panels within {worst:.2f} mm of what the pieces need"

    def as_data(self) -> AuditDocument:
        """Return the report as data for JSON."""
        return {
            **brief_data(super().as_data()),
            "inside": self.inside,
            "panels": [
                {
                    "name": panel.name, "width": round(panel.width, 3), "height": round(panel.height, 3),
                    "wanted": [round(side, 3) for side in panel.wanted],
                }
                for panel in self.panels
            ],
        }  # fmt: skip
