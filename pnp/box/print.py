"""Printing a box: its PDF and the sizes of its panels as files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.box.net import BLEED, LID_ROOM, nets_for
from pnp.box.order import BoxOrder, BoxTicket, PrintedBox
from pnp.box.size import CLEARANCE, BoxNeed, find_need, form_for
from pnp.errors import PressError, os_problem
from pnp.location import Location
from pnp.resources import Project
from pnp.sheet.net import Net, NetPanel, NetSheet, spread
from pnp.sheet.registration import Registration
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import BoxForm
from pnp.units import Size
from pnp.write import write_atomically

if TYPE_CHECKING:
    from pnp.press.nets import Overlay

FORMAT: Final = {"format": "pnp-box", "version": 1}
"""What it calls itself; the version grows when what was there is called otherwise or means something else."""


@dataclass(frozen=True)
class BoxPlan:
    """A box as it will lie on its sheets, before anything is drawn."""

    need: BoxNeed
    form: BoxForm
    nets: list[Net]
    sheets: list[NetSheet]

    def wanted(self, panel: NetPanel) -> Size:
        """How large a panel must be, from the pieces alone; flaps are as large as they were laid out."""
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


def plan_box(game: Game, order: BoxOrder) -> BoxPlan:
    """What a game needs, the nets for it, and the sheets that hold them; LayoutError where no sheet can."""
    need = find_need(game, sleeved=order.sleeved, thickness=order.thickness)
    form = order.form or form_for(game)
    nets = nets_for(need, form)
    return BoxPlan(need, form, nets, spread(nets, order.paper, order.margin))


def print_box(project: Project, game_id: str, order: BoxOrder, folder: Path) -> PrintedBox:
    """Write the PDF and the JSON of a box into `folder/<game>/`; what was there stays until both are complete."""
    from pnp.face.icons import check_icons  # with the renderer, slow to load

    game = load_game(project, game_id)
    plan = plan_box(game, order)
    check_icons(project, game)
    pdf = make_box(project, game, order, plan)
    path = folder / game_id / f"{order.file_name(game_id)}.pdf"
    sizes = path.with_suffix(".json")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, pdf)
        write_atomically(sizes, (json.dumps(describe(game, order, plan), ensure_ascii=False, indent=1) + "\n").encode())
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written", "choose another --out")) from error
    inside = (plan.need.width, plan.need.height, plan.need.depth)
    return PrintedBox(path, sizes, plan.form, inside, len(plan.sheets), len(pdf))


def make_box(
    project: Project, game: Game, order: BoxOrder, plan: BoxPlan, registration: Registration | None = None
) -> bytes:
    """The bytes of the PDF; with `registration` marks for a cutting machine, and then without a ticket."""
    from pnp.box.draw import BoxArtist
    from pnp.press.nets import NetPrint, bind_nets

    artist = BoxArtist(project, game, order, plan.need, plan.form)
    joined = any(part.joined for sheet in plan.sheets for part in sheet.parts)
    guide, rect = artist.guide(plan.nets, joined=joined)
    design = game.credits.design
    printed = NetPrint(
        {net.name: artist.net(net) for net in plan.nets},
        artist.cover_pieces(plan.nets),
        plan.sheets,
        [artist.sheet(sheet, place, len(plan.sheets)) for place, sheet in enumerate(plan.sheets, 1)],
        guide,
        rect,
        order.paper.size,
        order.lang,
        game.title[order.lang],
        "pnp" if design is None else design[order.lang],
    )
    if registration is not None:
        return bind_nets(printed, registration=registration)
    return bind_nets(printed, lambda pages: BoxTicket(game.id, order, pages))


def cover_pieces(project: Project, game: Game, order: BoxOrder, plan: BoxPlan) -> list[Overlay]:
    """The pieces of the game on the cover of its box, and where they belong."""
    from pnp.box.draw import BoxArtist

    return BoxArtist(project, game, order, plan.need, plan.form).cover_pieces(plan.nets)


def describe(game: Game, order: BoxOrder, plan: BoxPlan) -> dict[str, object]:
    """What the pieces need, and how large each panel is and where it lies, for JSON; all in mm."""
    need = plan.need
    return {
        **FORMAT,
        "game": game.id,
        "lang": order.lang,
        "paper": order.paper.name,
        "ink": order.ink,
        "form": plan.form,
        "sleeved": need.sleeved,
        "units": "mm; panels from the upper left corner of their net",
        "inside": {name: round(getattr(need, name), 3) for name in ("width", "height", "depth")},
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
            {"net": net.name, "name": panel.name, "turn": panel.turn}
            | {name: round(value, 3) for name, value in panel.rect._asdict().items()}
            for net in plan.nets
            for panel in net.panels
        ],
        "sheets": [
            {
                "width": round(sheet.paper.width, 3),
                "height": round(sheet.paper.height, 3),
                "parts": [
                    {"net": part.net.name, "x": round(part.at[0], 3), "y": round(part.at[1], 3)}
                    | ({"joins": [letter for letter in part.letters if letter]} if part.joined else {})
                    for part in sheet.parts
                ],
            }
            for sheet in plan.sheets
        ],
    }
