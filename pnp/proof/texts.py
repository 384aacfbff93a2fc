"""Collect the texts that pnp adds to a game: making guide, sheet labels and box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.box.build import plan_box
from pnp.box.draw import BoxArtist
from pnp.box.order import BoxOrder
from pnp.config import Config
from pnp.errors import Location
from pnp.face.reading import FaceText, TextReader
from pnp.press.guide import make_guide
from pnp.press.job import Job
from pnp.press.sheet_labels import sheet_texts
from pnp.sheet.impose import has_printed_backs, impose
from pnp.sheet.layout import Layout
from pnp.sheet.page import Page
from pnp.spec.deck import expand_pieces
from pnp.spec.model import Game
from pnp.text.text_box import PrintedLine


def impose_game(game: Game, choices: Config) -> tuple[list[Page], Job]:
    """Return the pages of a whole game with the project's settings; raise LayoutError if they cannot be laid out."""
    layout = Layout(
        choices.paper, choices.sides, choices.margin, None, choices.bleed, choices.marks, cut=choices.cut
    )  # fmt: skip
    pages = impose(expand_pieces(game), layout)
    one_sided = layout.sides.duplex and not has_printed_backs(pages)
    return pages, Job(layout, choices.lang, choices.ink, guide=True, one_sided=one_sided)


def sheet_texts_of(reader: TextReader, pages: list[Page], job: Job) -> Iterator[FaceText]:
    """Yield the texts of the making guide and the sheet labels."""
    game, job = reader.game, replace(job, lang=reader.lang)
    make_guide(pages, game, game, job, reader)
    yield from reader.take()
    for label in dict.fromkeys(sheet_texts(pages, game, job)):
        yield FaceText(
            Location(game=game.id, detail="sheet label"), "", (PrintedLine(label, len(label.split()), 0, ends=True),)
        )


def read_box_texts(reader: TextReader, choices: Config) -> Iterator[FaceText]:
    """Yield the texts of the box and its assembly page; raise LayoutError if the box does not fit on sheets."""
    job = BoxOrder().job(choices.paper, reader.lang, choices.ink, choices.margin)
    plan = plan_box(reader.game, job)
    artist = BoxArtist(reader.project, reader.game, job, plan.need, plan.form, reader)
    artist.guide(plan.nets, joined=any(part.joined for page in plan.pages for part in page.parts))
    for net in plan.nets:
        artist.net(net)
    for page in plan.pages:
        artist.sheet(page, len(plan.pages))
    yield from reader.take()
