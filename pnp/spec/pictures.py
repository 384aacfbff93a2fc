"""Read picture decks: cards from the files of a folder or the pages of a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, did_you_mean, quote_value
from pnp.geometry.units import Size
from pnp.project.folders import Project, resolve_inside
from pnp.spec.columns import make_id
from pnp.spec.model import Column, Design, Pictures
from pnp.spec.picture_folder import PictureFolder
from pnp.spec.picture_pages import PicturePdf
from pnp.spec.picture_source import PictureCard, PictureSource
from pnp.spec.table import COUNT, ID, Row, read_designs

PICTURE_TEMPLATE: Final = "picture.svg.j2"
"""Default template of a picture deck."""
NAME: Final = "name"


def read_pictures(
    project: Project, folder: Path, pictures: Pictures, size: Size, where: Location, problems: list[Problem]
) -> list[PictureCard]:
    """Return the cards of a picture deck, by name or by page; `folder` is the folder of the game."""
    given = (project, folder, pictures, size, where, problems)
    source = PictureSource(*given)
    path = resolve_inside(folder, pictures.source, project.root)
    found = quote_value(pictures.source)
    if path is None:
        message = "must be a folder or a PDF inside the project's folder"
        source.wrong(message, "put it beside game.toml", found=found, code="E0107")
    elif path.is_dir():
        return PictureFolder(*given).cards(path)
    elif path.is_file() and path.suffix.lower() == ".pdf":
        return PicturePdf(*given).cards(path)
    elif path.is_file():
        source.wrong("must be a folder or a PDF", "put the pictures into a folder", found=found, code="E0102")
    else:
        near = sorted(each.name for each in folder.iterdir() if each.is_dir() or each.suffix.lower() == ".pdf")
        source.wrong(f"there is no folder or PDF {found}", did_you_mean(near, pictures.source), code="E0101")
    return []


def picture_designs(
    cards: list[PictureCard], deck: str, taken: set[str], problems: list[Problem], *, strict: bool
) -> tuple[dict[str, Column], list[Design]]:
    """Return the columns and rows of a picture deck; in a strict game, file names must be valid ids."""
    named = any(card.name for card in cards)
    rows: list[Row] = []
    for number, card in enumerate(cards, 1):
        made = card.name if strict and named else make_id(card.name, deck, number, taken)
        rows.append((card.where, {ID: made, COUNT: card.times, NAME: " ".join(card.name.replace("_", " ").split())}))
    columns = {NAME: Column(default="")} if named else {}
    before = len(problems)
    designs = read_designs(rows, columns, (), problems)
    if len(problems) > before:
        return columns, designs
    return columns, [
        design.model_copy(update={"pictures": card.sides}) for design, card in zip(designs, cards, strict=True)
    ]
