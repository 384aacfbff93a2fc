"""Single faces: drawn, and written as SVG, PNG or PDF, or all on one picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.config import choose
from pnp.errors import LayoutError, PressError, Problem, SpecError, known, os_problem, quoted
from pnp.face.attempt import draw_all
from pnp.face.face import Face
from pnp.face.icons import check_icons
from pnp.face.render import FaceRenderer
from pnp.library.places import Name, PathName, Start, located
from pnp.press.job import FileType, RendererName
from pnp.press.renderer import find_renderer
from pnp.press.standin import pictured
from pnp.progress import Progress, silent
from pnp.selection import make_filters
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Design, Game
from pnp.terms import Ink, Side
from pnp.units import MM_PER_INCH
from pnp.write import write_atomically

MOST_PIXELS: Final = 150_000_000
WIDEST_BORDER: Final = 20.0


@dataclass(frozen=True)
class DrawnFace:
    """A side of a design, drawn."""

    deck: Deck
    design: Design
    side: Side
    face: Face
    """Its size and bleed, and SVG that names its pictures."""
    look: int = 1
    """Which look of the design it is."""

    @property
    def svg(self) -> str:
        """The SVG with its pictures in it."""
        return pictured(self.face.svg, self.face.plates)


def render_faces(
    game: Name,
    pieces: Sequence[str] = (),
    *,
    sides: Iterable[Side | str] = tuple(Side),
    bleed: float = 0,
    ink: Ink | str | None = None,
    lang: str | None = None,
    only: Sequence[str] = (),
    mark: str = "",
    start: Start = None,
    allow_code: bool = False,
    progress: Progress = silent,
) -> list[DrawnFace]:
    """The faces of a game, or of the pieces and decks that are named; RenderError with all that cannot be drawn.

    `only` and `mark` are those of `build`.
    """
    project, name = located(game, start, allow_code=allow_code)
    spec = load_game(project, name)
    filters = make_filters(spec, [only] if isinstance(only, str) else only)
    chosen = [each for each in _choose(spec, pieces) if not filters or any(filter_.holds(*each) for filter_ in filters)]
    wanted = [
        (deck, design, Side(side), look)
        for side in sides
        for deck, design in chosen
        if deck.template(Side(side))
        for look in deck.looks(design)
    ]
    if not wanted:
        raise SpecError(Problem(name, "a face that is printed", "none"))
    check_icons(project, spec)
    how = choose(project, name, lang=lang, ink=ink)
    drawer = FaceRenderer(project, spec, how.lang, how.ink.value, bleed, mark)
    return draw_all(wanted, lambda of: DrawnFace(*of[:3], drawer.render(*of), of[3]), progress)


def write_faces(
    faces: Sequence[DrawnFace],
    folder: PathName,
    ending: str,
    file_type: FileType = FileType.SVG,
    *,
    dpi: float = 300,
    renderer: RendererName = RendererName.TYPST,
) -> list[Path]:
    """The files of faces, each named after its piece, its side and the `ending`; a PNG has `dpi` dots per inch."""
    for drawn in faces:
        size = drawn.face.canvas
        pixels = size.width * size.height * (dpi / MM_PER_INCH) ** 2
        if file_type is FileType.PNG and pixels > MOST_PIXELS:
            found = f"{pixels / 1e6:.0f} for {drawn.face.where}"
            raise LayoutError(Problem("--dpi", f"a picture of at most {MOST_PIXELS // 1_000_000} million dots", found))
    written = []
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for drawn in faces:
            look = f"_look{drawn.look}" if drawn.look > 1 else ""
            path = Path(folder, f"{drawn.design.id}{look}_{drawn.side}_{ending}.{file_type}")
            write_atomically(path, _content(drawn.face, file_type, dpi, renderer))
            written.append(path)
    except OSError as error:
        raise PressError(os_problem(error, folder, "a place that can be written")) from error
    return written


def _content(face: Face, file_type: FileType, dpi: float, renderer: RendererName) -> bytes:
    if file_type is FileType.SVG:
        return pictured(face.svg, face.plates).encode()
    if file_type is FileType.PNG:
        [picture] = find_renderer(renderer).to_png([face], dpi)
        return picture
    return find_renderer(renderer).to_pdf([face])


def write_contact_sheet(faces: Sequence[DrawnFace], file: PathName) -> int:
    """How many distinct faces are on the picture that was written."""
    from pnp.press.contact import Shown, contact_sheet  # slow to load

    distinct = {drawn.face.key: Shown(drawn.face, drawn.deck.cut_line(drawn.side, drawn.design.id)) for drawn in faces}
    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, contact_sheet(list(distinct.values())))
    except OSError as error:
        raise PressError(os_problem(error, path, "a place that can be written")) from error
    return len(distinct)


def write_outlines(faces: Sequence[DrawnFace], folder: PathName, border: float) -> list[Path]:
    """The files of the lines round what is drawn on pieces, that many mm outside, each named after its piece."""
    from pnp.press.silhouette import outline_file, silhouette  # slow to load

    if not 0 <= border <= WIDEST_BORDER:
        raise LayoutError(Problem("--outline", f"a border of 0 to {WIDEST_BORDER:g} mm", f"{border:g}"))
    made = {}
    for piece, deck in {drawn.design.id: drawn.deck for drawn in faces}.items():
        fronts, backs = (
            [drawn.face for drawn in faces if drawn.design.id == piece and drawn.side is side] for side in Side
        )
        made[piece] = outline_file(silhouette(fronts, backs, border, deck), deck.size)
    written = []
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for piece, content in made.items():
            written.append(Path(folder, f"{piece}.svg"))
            write_atomically(written[-1], content.encode())
    except OSError as error:
        raise PressError(os_problem(error, folder, "a place that can be written")) from error
    return written


def _choose(game: Game, names: Sequence[str]) -> list[tuple[Deck, Design]]:
    """The designs that are named; a deck's name stands for all of it."""
    designs = game.designs()
    if not names:
        return designs
    ids = [design.id for _, design in designs]
    unknown = [name for name in names if name not in ids and name not in game.decks]
    if unknown:
        everything = [*ids, *game.decks]
        raise SpecError(
            *(Problem(game.id, "a piece or a deck", quoted(name), known(everything, name)) for name in unknown)
        )
    return [(deck, design) for deck, design in designs if design.id in names or deck.name in names]
