"""Checks that need only the paper and the cutting lines: scale, backs, overlaps, edges and bleed."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from pnp.audit.page_trace import Trace
from pnp.audit.report import Check, Found, Report
from pnp.geometry.matrix import CORNER, CUT_TOLERANCE, Edges, Rect
from pnp.geometry.outline import Outline, rectangle
from pnp.press.job import Job
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.marks import outline_offset
from pnp.sheet.page import Segment
from pnp.spec.kinds import PieceKind, flat_side_by_side
from pnp.spec.model import Deck, Game
from pnp.terms import Side


class CutLines:
    """The cutting lines of a game's pieces; without a game, of rectangles."""

    def __init__(self, game: Game | None, layout: Layout) -> None:
        self._decks: dict[str, Deck] = {} if game is None else game.decks
        self._nest, self._fronts = layout.nest, layout.sides is Sides.FRONTS
        self._lines: dict[Found, Outline] = {}

    @property
    def known(self) -> bool:
        """Whether the game is known."""
        return bool(self._decks)

    def _deck(self, face: Found) -> Deck | None:
        """Return the deck of a face; for a part of a board, the deck of that part."""
        deck = self._decks.get(face.deck)
        return None if deck is None else deck.of_look(face.look)

    def shape(self, face: Found) -> Outline:
        """Return the line around a face, in mm from the upper left corner of the face."""
        deck = self._deck(face)
        return rectangle(face.upright) if deck is None else deck.cut_line(face.side, face.piece)

    def line(self, face: Found) -> Outline:
        """Return the line around a face on the paper, including its foot."""
        if face not in self._lines:
            self._lines[face] = self._placed(self._knife_line(face), face)
        return self._lines[face]

    def is_part(self, face: Found) -> bool:
        """Return whether a face is a part of a board."""
        deck = self._deck(face)
        return deck is not None and deck.part is not None

    def whole_shape(self, face: Found) -> Outline:
        """Return the line around a face, or around the whole board that it is a part of, in mm of that."""
        return self._decks[face.deck].cut_line(face.side, face.piece) if face.deck in self._decks else self.shape(face)

    def box(self, face: Found) -> Rect:
        """Return the box that straight cuts leave of a face, including its foot."""
        deck = self._deck(face)
        if deck is None or not deck.foot:
            return face.rect
        room = [0.0] * 4
        room[(3 + face.rotation // 90) % 4] = deck.foot  # a rotation by 90° moves the lower side to the left
        return face.rect.grown(Edges(*room))

    def folded_side(self, face: Found) -> int | None:
        """Return the side of a face that is folded instead of cut (0 to 3: left, top, right, bottom), or None."""
        deck = self._deck(face)
        if deck is not None:
            joint = deck.flat(opened=self._fronts).folded_edge(face.side)
        else:  # cards that come with a game fold as well
            joint = flat_side_by_side(face.upright).folded_edge(face.side) if self._fronts and self.known else None
        return None if joint is None else (joint + face.rotation // 90) % 4

    def folds(self, face: Found) -> list[Outline]:
        """Return the lines along which a net is folded, in mm from the upper left corner of the face."""
        deck = self._deck(face)
        if deck is None or not deck.unfolded:
            return []
        return [Outline((x1, y1), (((x2, y2),),)) for x1, y1, x2, y2 in deck.flat(opened=self._fronts).folds]

    def placed_folds(self, face: Found) -> list[Outline]:
        """Return the same lines on the paper."""
        return [self._placed(line, face) for line in self.folds(face)]

    def safe(self, face: Found) -> float:
        """Return the smallest distance of text from the cut of a face, in mm."""
        deck = self._deck(face)
        return PieceKind.safe if deck is None else deck.kind.safe

    def expected_lines(self, face: Found) -> list[Outline]:
        """Return the lines that must be drawn outside the cut of a face: around a front, or a back beside one."""
        if face.side is Side.BACK and self.folded_side(face) is None:
            return []
        shape = self._knife_line(face)
        return [self._placed(line, face) for line in shape.cut_lines(outline_offset(shape, face.bleed))]

    def nested(self, face: Found) -> Outline | None:
        """Return the line around a nested face, whose box others may reach into; None for any other face."""
        deck = self._deck(face)
        return self.line(face) if self._nest and deck is not None and deck.nests else None

    def _knife_line(self, face: Found) -> Outline:
        deck = self._deck(face)
        return self.shape(face) if deck is None else deck.knife_line(face.side, face.piece)

    def _placed(self, line: Outline, face: Found) -> Outline:
        deck = self._deck(face)
        return line.placed(face.upright if deck is None else deck.size, face.rect, face.rotation)


NEAR: Final = 0.1
"""Largest offset between a back and its front, in mm."""


def check_paper(report: Report, job: Job, traces: list[Trace], cuts: CutLines) -> None:
    """Run all checks that need only the paper and the cutting lines."""
    _check_scale(report)
    _check_backs(report, job)
    _check_edges(report, job.layout)
    if job.layout.nest and not cuts.known:
        report.notes.append(f"{Check.OVERLAP}: not checked, because the shapes of nested pieces are unknown")
    else:
        _check_neighbours(report, cuts)
        _check_bleed(report, job, traces, cuts)


def by_page(faces: list[Found]) -> dict[int, list[Found]]:
    """Return the faces of each page."""
    pages: dict[int, list[Found]] = defaultdict(list)
    for face in faces:
        pages[face.page].append(face)
    return dict(sorted(pages.items()))


def _check_scale(report: Report) -> None:
    """Check that nothing is drawn larger or smaller than its true size."""
    worst = 0.0
    for face in report.faces:
        across, down = face.scale
        off = max(abs(across - 1) * face.rect.width, abs(down - 1) * face.rect.height)
        worst = max(worst, off)
        if off > CUT_TOLERANCE:
            size = f"{face.rect.width:.2f} × {face.rect.height:.2f} mm"
            report.wrong(
                Check.SIZE, f"{face.name} {face.side} is drawn at {across:.1%} × {down:.1%}: {size}", face.page
            )
    report.measured[Check.SIZE] = f"within {worst:.3f} mm"


def _check_backs(report: Report, job: Job) -> None:
    """Check that every back is behind its front when the paper is turned over or folded."""
    fronts: dict[tuple[str, int], Found] = {}
    backs: dict[tuple[str, int], Found] = {}
    for face in report.faces:  # duplicates are reported elsewhere
        (fronts if face.side is Side.FRONT else backs).setdefault((face.piece, face.copy), face)
    if not backs:
        report.measured[Check.BACKS] = "no backs printed"
        return
    for key, back in backs.items():
        if key not in fronts:
            report.wrong(Check.BACKS, f"{back.name} has a back but no front", back.page)
    pairs = [(fronts[key], back) for key, back in backs.items() if key in fronts]
    worst = 0.0
    for front, back in pairs:
        if front.page == back.page:
            place, turn = _expected_folded_back(front, back, job.layout)
        elif job.on_back(front.page) or not job.on_back(back.page) or back.page != front.page + 1:
            wrong = f"the back of {front.name} is not behind its front but on page {back.page}"
            report.wrong(Check.BACKS, wrong, front.page)
            continue
        else:
            place, turn = _expected_duplex_back(front, job.layout)
        off = max(abs(have - want) for have, want in zip(back.rect, place, strict=True))
        worst = max(worst, off)
        if off > NEAR:
            report.wrong(Check.BACKS, f"the back of {back.name} is {off:.2f} mm off its front", back.page)
        if back.rotation != turn:
            wrong = f"the back of {back.name} is rotated by {back.rotation}°, not {turn}°"
            report.wrong(Check.BACKS, wrong, back.page)
    report.measured[Check.BACKS] = f"{len(pairs)} within {worst:.3f} mm"


def _expected_duplex_back(front: Found, layout: Layout) -> tuple[Rect, int]:
    """Return position and rotation that the back must have on the other side of the paper."""
    sideways = layout.flips_sideways
    place = front.rect.mirrored(layout.paper.size, sideways=sideways).moved(*layout.offset)
    return place, (-front.rotation if sideways else 180 - front.rotation) % 360


def _expected_folded_back(front: Found, back: Found, layout: Layout) -> tuple[Rect, int]:
    """Return position and rotation that the back must have on the same side, mirrored at the fold or a shared edge."""
    rect, other = front.rect, back.rect
    sideways = abs(rect.x - other.x) > abs(rect.y - other.y)
    edges = (
        ((rect.right, other.x), (other.right, rect.x)) if sideways else ((rect.bottom, other.y), (other.bottom, rect.y))
    )
    fold = (layout.paper.size.width if sideways else layout.paper.size.height) / 2
    joint = next((one for one, two in edges if abs(one - two) < NEAR), None)
    if joint is not None:  # a piece that folds up, or has its back beside its front
        fold = joint
    if sideways:
        return rect._replace(x=2 * fold - rect.right), -front.rotation % 360
    return rect._replace(y=2 * fold - rect.bottom), (180 - front.rotation) % 360


def _check_neighbours(report: Report, cuts: CutLines) -> None:
    """Check that no piece overlaps another, and no bleed covers a neighbour."""
    for page, faces in by_page(report.faces).items():
        ordered = sorted(faces, key=lambda face: face.rect.y)
        for at, one in enumerate(ordered):
            for other in ordered[at + 1 :]:
                if other.rect.y >= one.rect.bottom + 20:
                    break
                cut = cuts.nested(one)
                if cut is None:
                    into = _overlap(one.rect, other.rect)
                    bleeds = max(
                        _overlap(one.rect.grown(one.bleed), other.rect),
                        _overlap(other.rect.grown(other.bleed), one.rect),
                    )
                else:
                    into = -_nested_distance(one, other, cut)
                    bleeds = max(min(one.bleed), min(other.bleed)) + into
                if into > CUT_TOLERANCE:
                    report.wrong(Check.OVERLAP, f"{one.name} {one.side} and {other.name} {other.side} overlap", page)
                elif bleeds > NEAR:  # overlapping by a hairline is intended
                    wrong = f"the bleed of {one.name} or {other.name} runs into the other piece"
                    report.wrong(Check.OVERLAP, wrong, page)
    report.measured[Check.OVERLAP] = "none" if not _has(report, Check.OVERLAP) else "some"


def _overlap(one: Rect, other: Rect) -> float:
    """Return how far two boxes reach into each other, in mm; negative if they do not."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return min(across, down)


def _has(report: Report, check: Check) -> bool:
    return any(finding.check is check for finding in report.findings)


def _check_edges(report: Report, layout: Layout) -> None:
    """Check that all pieces keep the margin, or stay on paper without margins; backs may move by the offset."""
    nearest = float("inf")
    width, height = layout.paper.size
    for face in report.faces:
        rect = face.rect
        aways = (rect.y, width - rect.right, height - rect.bottom, rect.x)
        away = min(aways)
        nearest = min(nearest, away)
        moved = max(map(abs, layout.offset)) if face.side is Side.BACK else 0
        allowed = [0.0 if layout.paper.single else margin - moved for margin in layout.margins]
        over = [away - least for away, least in zip(aways, allowed, strict=True)]
        if min(over) < -CUT_TOLERANCE:
            away = aways[over.index(min(over))]
            report.wrong(Check.EDGE, f"{face.name} {face.side} is {away:.2f} mm from the edge of the paper", face.page)
    if report.faces:
        report.measured[Check.EDGE] = f"{round(nearest, 2) + 0.0:.2f} mm" + (
            ", no margin required" if layout.paper.single else ""
        )


def _check_bleed(report: Report, job: Job, traces: list[Trace], cuts: CutLines) -> None:
    """Check that the art extends beyond the cut wherever no neighbour is in the way; a fold needs no bleed."""
    layout = job.layout
    least, flush = layout.widest_bleed, 0
    pages = by_page(report.faces)
    for page, faces in pages.items():
        bleed = layout.bleed_of(Side.BACK if job.on_back(page) else Side.FRONT)
        through = _fronts_without_back(faces, pages.get(page - 1, []), layout, cuts)
        for face in faces:
            rooms = _rooms(face, faces, cuts, through, max(CORNER, layout.widest_bleed))
            sides = zip(("left", "top", "right", "bottom"), face.bleed, rooms, strict=True)
            for at, (side, shown, room) in enumerate(sides):
                if _folds(face.rect, at, traces[page - 1].lines):
                    continue
                wanted = min(bleed, room / 2, _to_edge(face.rect, layout, at))
                if shown < wanted - NEAR:
                    wrong = f"{face.name} {face.side} has {shown:.2f} mm of bleed ({side}), not {wanted:.2f}"
                    report.wrong(Check.BLEED, wrong, page)
                if layout.paper.single and wanted < min(CUT_TOLERANCE, bleed):
                    flush += 1
                elif room > 2 * bleed - CUT_TOLERANCE:
                    least = min(least, shown)
    if flush:
        report.notes.append(f"{Check.BLEED}: {flush} cuts are edges of the paper and need none")
    if flush < 4 * len(report.faces):
        report.measured[Check.BLEED] = f"{least:.2f} mm on free sides"


def _folds(rect: Rect, side: int, lines: list[Segment]) -> bool:
    """Return whether a line runs along a side of a piece (0 to 3: left, top, right, bottom)."""
    edge = (rect.x, rect.y, rect.right, rect.bottom)[side]
    for x1, y1, x2, y2 in lines:
        off = max(abs(x1 - edge), abs(x2 - edge)) if side % 2 == 0 else max(abs(y1 - edge), abs(y2 - edge))
        ends, begin, end = ((y1, y2), rect.y, rect.bottom) if side % 2 == 0 else ((x1, x2), rect.x, rect.right)
        if off < CUT_TOLERANCE and min(max(ends), end) - max(min(ends), begin) > (end - begin) / 2:
            return True
    return False


def _nested_distance(one: Found, other: Found, cut: Outline) -> float:
    """Return the distance between two nested pieces of the same outline, in mm; negative if they overlap.

    For an outline with point symmetry, two pieces touch where the midpoint between their centres is on the outline.
    """
    x, y, width, height = cut.box
    half = [(_middle(other.rect, axis) - _middle(one.rect, axis)) / 2 for axis in (0, 1)]
    point = (x + width / 2 + half[0], y + height / 2 + half[1])
    return 2 * (-cut.distance(point) if cut.holds(point) else cut.distance(point))


def _rooms(face: Found, faces: list[Found], cuts: CutLines, through: list[Rect], reach: float) -> Edges:
    """Return the distance to the next piece on each side, including fronts without a back on the other side."""
    others = [other for other in faces if other is not face]
    cut = cuts.nested(face)
    if cut is None:
        boxes = [cuts.box(other) for other in others]
        return face.rect.distances([*boxes, *through], reach)
    near = [other for other in others if other.rect.overlaps(face.rect.grown(Edges(25, 25, 25, 25)))]
    return Edges(*[min((max(_nested_distance(face, other, cut), 0) for other in near), default=float("inf"))] * 4)


def _fronts_without_back(faces: list[Found], before: list[Found], layout: Layout, cuts: CutLines) -> list[Rect]:
    """Return, for the back of a sheet, the places of fronts without a back, which bleeds must avoid as well."""
    if not layout.sides.duplex or any(face.side is Side.FRONT for face in faces):
        return []
    with_back = {(face.piece, face.copy) for face in faces}
    return [
        cuts.box(front).mirrored(layout.paper.size, sideways=layout.flips_sideways).moved(*layout.offset)
        for front in before
        if (front.piece, front.copy) not in with_back
    ]


def _to_edge(rect: Rect, layout: Layout, side: int) -> float:
    """Return the distance to the edge of the paper on a side."""
    width, height = layout.paper.size
    return max((rect.x, rect.y, width - rect.right, height - rect.bottom)[side], 0)


def _middle(rect: Rect, axis: int) -> float:
    return rect[axis] + rect[axis + 2] / 2
