"""Print boxes: the nets of a box as pieces, its pages, its PDF and the list of its panels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, NotRequired, TypedDict

from pnp.box.draw import ART, BoxArtist
from pnp.box.net import BLEED, CLEARANCE, LID_ROOM, BoxSpace, form_for, measure_contents, nets_for
from pnp.face.faces import check_icons
from pnp.geometry.units import Size
from pnp.pictures.pdf_images import PdfWithPictures
from pnp.press.job import Job, PrintedDocument, PrintFacts
from pnp.press.nets import NetPrint, build_net_pdf
from pnp.press.steps import used_papers
from pnp.project.folders import Project
from pnp.sheet.net import Net, NetPage, NetPanel, NetPart, NetPiece, impose_nets
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import BoxForm, DocumentFormat, Ink

FORMAT: Final[DocumentFormat] = {"format": "pnp-box", "version": 1}
"""Name and version of the format; the version increases when a key is renamed or changes its meaning."""


@dataclass(frozen=True)
class BoxPlan:
    """The layout of a box, before anything is drawn."""

    need: BoxSpace
    form: BoxForm
    nets: list[Net]
    pages: list[NetPage]

    @property
    def inside(self) -> tuple[float, float, float]:
        """Inside width, height and depth, in mm."""
        return self.need.width, self.need.height, self.need.depth

    def wanted(self, panel: NetPanel) -> Size:
        """Return the size that a panel must have for the pieces; flaps have the size of the layout."""
        need, rect = self.need, panel.rect
        sizes = {
            "front": Size(need.width, need.height), "back": Size(need.width, need.height),
            "left": Size(need.depth, need.height), "right": Size(need.depth, need.height),
            "top": Size(need.width, need.depth), "bottom": Size(need.width, need.depth),
            "lid-base": Size(need.width + LID_ROOM, need.height + LID_ROOM), "tray-base": Size(need.width, need.height),
            "tray-front": Size(need.width, need.depth), "tray-back": Size(need.width, need.depth),
            "tray-left": Size(need.depth, need.height), "tray-right": Size(need.depth, need.height),
        }  # fmt: skip
        return sizes.get(panel.name, Size(rect.width, rect.height))


def plan_box(game: Game, job: Job) -> BoxPlan:
    """Return the layout of a box for a game; raise LayoutError if its nets do not fit on the paper."""
    box = job.box
    if box is None:
        raise ValueError("the job has no box")
    need = measure_contents(game, sleeved=box.sleeved, thickness=box.thickness)
    form = box.form or form_for(game)
    nets = nets_for(need, form)
    pieces = [NetPiece.of(net, ART) for net in nets]
    return BoxPlan(need, form, nets, impose_nets(pieces, job.layout.paper, job.layout.margin))


def make_document(project: Project, game_id: str, job: Job) -> PrintedDocument:
    """Return the PDF of a box with the list of its panels."""
    game = load_game(project, game_id)
    plan = plan_box(game, job)
    printed = draw_box(project, game, job, plan)
    listing = json.dumps(sizes_json(game, job, plan), ensure_ascii=False, indent=1)
    facts = PrintFacts(
        len(plan.nets), len(plan.pages), job.pages_before + len(plan.pages), len(printed.faces), len(plan.nets),
        papers=used_papers(job, [*plan.pages]), form=plan.form, inside=plan.inside,
    )  # fmt: skip
    return PrintedDocument(PdfWithPictures(build_net_pdf(printed, game.id, job)), f"{listing}\n".encode(), facts)


def draw_box(project: Project, game: Game, job: Job, plan: BoxPlan) -> NetPrint:
    """Return everything that is drawn to print a box."""
    check_icons(project, game)
    artist = BoxArtist(project, game, job, plan.need, plan.form)
    joined = any(part.joined for page in plan.pages for part in page.parts)
    guide, rect = artist.guide(plan.nets, joined=joined)
    design = game.credits.design
    return NetPrint(
        {net.name: artist.net(net) for net in plan.nets},
        artist.cover_pieces(plan.nets),
        plan.pages,
        [artist.sheet(page, len(plan.pages)) for page in plan.pages],
        guide,
        rect,
        game.title[job.lang],
        "pnp" if design is None else design[job.lang],
    )


class InsideSize(TypedDict):
    """Inside size of a box."""

    width: float
    """Inside width."""
    height: float
    """Inside height."""
    depth: float
    """Inside depth."""


class StackData(TypedDict):
    """A stack of pieces."""

    deck: str
    """Stack of pieces: their deck."""
    pieces: int
    """Number of pieces in the stack."""
    beside: int
    """Number of pieces side by side."""
    width: float
    """Width of a piece."""
    height: float
    """Height of a piece."""
    thickness: float
    """Thickness of a piece."""
    depth: float
    """Height of the stack."""


class PanelData(TypedDict):
    """A panel of a net."""

    net: str
    """Panel: the net that it belongs to."""
    name: str
    """Name of the panel."""
    turn: int
    """Clockwise rotation of its art, in degrees."""
    x: float
    """Left edge in the net."""
    y: float
    """Upper edge in the net."""
    width: float
    """Width of the panel."""
    height: float
    """Height of the panel."""


class PartData(TypedDict):
    """A net, or part of one, on a sheet."""

    net: str
    """Net, or part of one, on the sheet."""
    x: float
    """Left edge on the sheet."""
    y: float
    """Upper edge on the sheet."""
    joins: NotRequired[list[str]]
    """Only for a part: letters that show where parts are glued together."""


class SheetData(TypedDict):
    """A sheet of paper."""

    width: float
    """Width of a sheet of paper as oriented."""
    height: float
    """Height of the sheet."""
    parts: list[PartData]


class BoxDocument(DocumentFormat):
    """Contents of the JSON file beside the PDF of a box."""

    game: str
    """Id of the game."""
    lang: str
    """Language."""
    paper: str
    """Paper."""
    ink: Ink
    form: BoxForm
    sleeved: bool
    """Whether the box has room for sleeved cards."""
    units: str
    """Units of lengths, as text."""
    inside: InsideSize
    clearance: float
    """Clearance added in each direction."""
    bleed: float
    """Bleed."""
    stacks: list[StackData]
    panels: list[PanelData]
    sheets: list[SheetData]


def sizes_json(game: Game, job: Job, plan: BoxPlan) -> BoxDocument:
    """Return the sizes of the pieces, and the size and position of each panel, for JSON, in mm."""
    need = plan.need
    return {
        **FORMAT,
        "game": game.id,
        "lang": job.lang,
        "paper": job.layout.paper.name,
        "ink": job.ink,
        "form": plan.form,
        "sleeved": need.sleeved,
        "units": "mm; panels from the upper left corner of their net",
        "inside": {"width": round(need.width, 3), "height": round(need.height, 3), "depth": round(need.depth, 3)},
        "clearance": CLEARANCE,
        "bleed": BLEED,
        "stacks": [
            {
                "deck": stack.deck,
                "pieces": stack.count,
                "beside": stack.beside,
                "width": stack.piece.width,
                "height": stack.piece.height,
                "thickness": round(stack.thickness, 3),
                "depth": round(stack.depth, 3),
            }
            for stack in need.stacks
        ],
        "panels": [
            {
                "net": net.name,
                "name": panel.name,
                "turn": panel.turn,
                "x": round(panel.rect.x, 3),
                "y": round(panel.rect.y, 3),
                "width": round(panel.rect.width, 3),
                "height": round(panel.rect.height, 3),
            }
            for net in plan.nets
            for panel in net.panels
        ],
        "sheets": [
            {
                "width": round(sheet.paper.width, 3),
                "height": round(sheet.paper.height, 3),
                "parts": [_part(part) for part in sheet.parts],
            }
            for sheet in plan.pages
        ],
    }


def _part(part: NetPart) -> PartData:
    placed: PartData = {"net": part.net.name, "x": round(part.at[0], 3), "y": round(part.at[1], 3)}
    if part.joined:
        placed["joins"] = [letter for letter in part.letters if letter]
    return placed
