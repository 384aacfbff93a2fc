"""Decks of finished pictures: the files of a folder, or the pages of a PDF, as cards with copies and backs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pnp.errors import Problem, quoted
from pnp.resources import Project, inside
from pnp.spec.columns import make_id
from pnp.spec.model import Column, Design, Pictures
from pnp.spec.picture_folder import PictureFolder
from pnp.spec.picture_pages import PicturePages
from pnp.spec.picture_source import PictureCard, PictureSource
from pnp.spec.table import COUNT, ID, Row, read_designs
from pnp.units import Size

TEMPLATE: Final = "picture.svg.j2"
"""What draws a picture, where a deck has no template of its own."""
NAME: Final = "name"


def read_pictures(
    project: Project, folder: Path, pictures: Pictures, size: Size, here: str, problems: list[Problem]
) -> list[PictureCard]:
    """The cards of a deck, whose game lies in `folder`, in the order of their names or pages."""
    given = (project, folder, pictures, size, here, problems)
    source = PictureSource(*given)
    path = inside(folder, pictures.source, project.root)
    named = quoted(pictures.source)
    if path is None:
        source.wrong("a folder or a PDF inside the project's folder", named, "put it beside game.toml", code="E0107")
    elif path.is_dir():
        return PictureFolder(*given).cards(path)
    elif path.is_file() and path.suffix.lower() == ".pdf":
        return PicturePages(*given).cards(path)
    elif path.is_file():
        source.wrong("a folder of pictures, or a PDF", named, "pictures lie in a folder of their own", code="E0102")
    else:
        near = sorted(each.name for each in folder.iterdir() if each.is_dir() or each.suffix.lower() == ".pdf")
        source.wrong("a folder or a PDF that exists", named, f"there is: {', '.join(near) or 'none'}", code="E0101")
    return []


def picture_designs(
    cards: list[PictureCard], deck: str, taken: set[str], problems: list[Problem], *, strict: bool
) -> tuple[dict[str, Column], list[Design]]:
    """The columns and the rows of a deck of pictures; in a strict game the names of files must be ids as they are."""
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
