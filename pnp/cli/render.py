"""`pnp render`: single faces as files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from pnp.cli.console import out, progress
from pnp.cli.options import InkName, LangName, OutFolder, Renderer
from pnp.errors import LayoutError, PressError, Problem, RenderError, SpecError, known, os_problem, quoted
from pnp.press.job import RendererName
from pnp.resources import locate
from pnp.terms import Ink, Lang, Shape, Side
from pnp.units import MM_PER_INCH
from pnp.write import write_atomically

if TYPE_CHECKING:
    from pnp.face.face import Face
    from pnp.spec.model import Deck, Design, Game


MOST_PIXELS: Final = 150_000_000


class FileType(StrEnum):
    """What a face is written as."""

    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


class Which(StrEnum):
    """Which sides are written."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"


def render(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    pieces: Annotated[list[str] | None, typer.Argument(metavar="[PIECE]...", help="Pieces; all without one.")] = None,
    file_type: Annotated[FileType, typer.Option("--as", help="The type of the files.")] = FileType.SVG,
    dpi: Annotated[float, typer.Option(help="Dots per inch of a PNG.")] = 300,
    side: Annotated[Which, typer.Option(help="Which side.")] = Which.BOTH,
    bleed: Annotated[bool, typer.Option("--bleed/--no-bleed", help="With 3 mm of art beyond the cut.")] = False,
    ink: InkName = Ink.FULL,
    lang: LangName = Lang.FR,
    renderer: Renderer = RendererName.TYPST,
    contact: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Every distinct face on one picture instead.")
    ] = None,
    out_folder: OutFolder = Path("output/faces"),
) -> None:
    """Write single faces as SVG, PNG or PDF."""
    from pnp.face.render import FaceRenderer
    from pnp.spec.load import load_game

    if not 10 <= dpi <= 2400:
        raise LayoutError(Problem("--dpi", "a number from 10 to 2400", f"{dpi:g}"))
    [(project, name)] = locate([game_name], Path.cwd())
    game = load_game(project, name)
    sides = list(Side) if side is Which.BOTH else [Side(side)]
    wanted = [
        (deck, design, each) for each in sides for deck, design in _choose(game, pieces or []) if deck.template(each)
    ]
    if not wanted:
        raise SpecError(Problem(f"{name} --side {side}", "a face that is printed", "none"))
    drawer = FaceRenderer(project, game, lang, ink, 3 if bleed and contact is None else 0)
    faces: list[tuple[Deck, str, Face]] = []
    problems: list[Problem] = []
    with progress(name) as report:
        for deck, design, each in wanted:
            try:
                face = drawer.render(deck, design, each)
            except RenderError as error:
                problems += error.problems
                continue
            faces.append((deck, f"{design.id}_{each}_{lang}_{ink}.{file_type}", face))
            report(len(faces), len(wanted))
    if problems:
        raise RenderError(*problems)
    try:
        if contact is not None:
            _write_contact(contact, faces)
        else:
            _write_faces(out_folder / name, faces, file_type, dpi, renderer)
    except OSError as error:
        place = contact or out_folder / name
        problem = os_problem(error, place, "a place that can be written")
        raise PressError(problem) from error


def _write_faces(
    folder: Path, faces: list[tuple[Deck, str, Face]], file_type: FileType, dpi: float, renderer: RendererName
) -> None:
    from pnp.press.renderer import find_renderer

    for _, _, face in faces:
        pixels = face.canvas.width * face.canvas.height * (dpi / MM_PER_INCH) ** 2
        if file_type is FileType.PNG and pixels > MOST_PIXELS:
            found = f"{pixels / 1e6:.0f} for {face.where}"
            raise LayoutError(Problem("--dpi", f"a picture of at most {MOST_PIXELS // 1_000_000} million dots", found))
    folder.mkdir(parents=True, exist_ok=True)
    for _, file_name, face in faces:
        if file_type is FileType.SVG:
            content = face.svg.encode()
        elif file_type is FileType.PNG:
            [content] = find_renderer(renderer).to_png([face], dpi)
        else:
            content = find_renderer(renderer).to_pdf([face])
        write_atomically(folder / file_name, content)
    out.print(f"{len(faces)} faces in {folder}")


def _write_contact(path: Path, faces: list[tuple[Deck, str, Face]]) -> None:
    """Every distinct face once."""
    from pnp.press.contact import Shown, contact_sheet

    distinct = {face.key: Shown(face, deck.shape is Shape.CIRCLE) for deck, _, face in faces}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, contact_sheet(list(distinct.values())))
    out.print(f"{len(distinct)} faces on {path}")


def _choose(game: Game, names: list[str]) -> list[tuple[Deck, Design]]:
    """The designs that are named; a deck's name stands for all of it."""
    designs = game.designs()
    if not names:
        return designs
    problems = []
    ids = [design.id for _, design in designs]
    for name in names:
        if name not in ids and name not in game.decks:
            problems.append(Problem(game.id, "a piece or a deck", quoted(name), known([*ids, *game.decks], name)))
    if problems:
        raise SpecError(*problems)
    return [(deck, design) for deck, design in designs if design.id in names or deck.name in names]
