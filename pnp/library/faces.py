"""Single faces: drawn, and written as SVG, PNG or PDF, or all on one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.cache import Cache
from pnp.config import Config, choose
from pnp.errors import LayoutError, PressError, Problem, SpecError, known, os_problem, quoted
from pnp.face.face import Face
from pnp.face.faces import FaceLook, FaceName, draw_faces
from pnp.library.options import FaceOptions
from pnp.library.places import Name, PathName, located
from pnp.limits import USUAL_LIMITS, Limits
from pnp.location import Location, option
from pnp.options import takes
from pnp.outline import Outline
from pnp.press.job import FileType, RendererName
from pnp.press.renderer import find_renderer
from pnp.press.standin import pictured
from pnp.resources import Located
from pnp.selection import make_filters
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Design, Game
from pnp.step import expect
from pnp.terms import Side
from pnp.units import MM_PER_INCH
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task
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


@takes(FaceOptions)
def render_faces(game: Name, options: FaceOptions) -> list[DrawnFace]:
    """The faces of a game, or of the pieces and decks that are named; RenderError with all that cannot be drawn.

    `only` and `mark` are those of `build`. With `traced`, each element of the SVG has a number, `data-source`, and
    `face.sources` says which template line and which cells it comes from; `pnp.face.elements.unmarked` takes the
    numbers away.
    """
    found = located(game, options.start, allow_code=options.allow_code)
    return render_faces_with(found, options, choose(*found, options))


def render_faces_with(game: Located, options: FaceOptions, chosen: Config) -> list[DrawnFace]:
    """Draw faces of a game with the settings in force for it."""
    project, name = game
    spec = load_game(project, name)
    filters = make_filters(spec, [options.only] if isinstance(options.only, str) else options.only)
    named = _choose(spec, options.pieces)
    wanted_designs = [each for each in named if not filters or any(filter_.holds(*each) for filter_ in filters)]
    wanted = [
        (deck, design, Side(side), look)
        for side in options.sides
        for deck, design in wanted_designs
        if deck.template(Side(side))
        for look in deck.looks(design)
    ]
    if not wanted:
        raise SpecError(Problem(Location(game=name), "the chosen pieces have no printed face", code="E0609"))
    look_of_all = FaceLook(chosen.lang, chosen.ink, options.bleed, options.mark, traced=options.traced)
    names = [(FaceName(deck.name, design.id, side, look), look_of_all) for deck, design, side, look in wanted]
    faces = run_in_worker(draw_faces, chosen.limits, project, spec, names, Cache.none(), progress=options.progress)
    return [
        DrawnFace(deck, design, side, face, look)
        for (deck, design, side, look), face in zip(wanted, faces, strict=True)
    ]


def write_faces(
    faces: Sequence[DrawnFace],
    folder: PathName,
    ending: str,
    file_type: FileType = FileType.SVG,
    *,
    dpi: float = 300,
    renderer: RendererName = RendererName.TYPST,
    limits: Limits = USUAL_LIMITS,
) -> list[Path]:
    """The files of faces, each named after its piece, its side and the `ending`; a PNG has `dpi` dots per inch."""
    for drawn in faces:
        size = drawn.face.canvas
        pixels = size.width * size.height * (dpi / MM_PER_INCH) ** 2
        if file_type is FileType.PNG and pixels > MOST_PIXELS:
            message = (
                f"is too high: a picture of {drawn.face.where} would have {pixels / 1e6:.0f} million pixels, "
                f"more than {MOST_PIXELS // 1_000_000} million"
            )
            raise LayoutError(Problem(option("--dpi"), message, code="E0504"))
    written = []
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for drawn in faces:
            look = f"_look{drawn.look}" if drawn.look > 1 else ""
            path = Path(folder, f"{drawn.design.id}{look}_{drawn.side}_{ending}.{file_type}")
            write_atomically(path, run_in_worker(face_file, limits, drawn.face, file_type, dpi, renderer))
            written.append(path)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(folder)), "cannot be written")) from error
    return written


@task
def face_file(face: Face, file_type: FileType, dpi: float = 300, renderer: RendererName = RendererName.TYPST) -> bytes:
    """Make the file of a face."""
    if file_type is FileType.SVG:
        return pictured(face.svg, face.plates).encode()
    if file_type is FileType.PNG:
        return find_renderer(renderer).to_png([face], dpi)[0]
    return find_renderer(renderer).to_pdf([face])


def write_contact_sheet(faces: Sequence[DrawnFace], file: PathName, *, limits: Limits = USUAL_LIMITS) -> int:
    """How many distinct faces are on the picture that was written."""
    distinct = {drawn.face.key: (drawn.face, drawn.deck.cut_line(drawn.side, drawn.design.id)) for drawn in faces}
    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, run_in_worker(make_contact_sheet, limits, list(distinct.values())))
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written")) from error
    return len(distinct)


@task
def make_contact_sheet(faces: list[tuple[Face, Outline]]) -> bytes:
    """Make a picture of all these faces."""
    from pnp.press.contact import Shown, contact_sheet  # slow to load

    expect(len(faces))
    return contact_sheet([Shown(*each) for each in faces])


@task
def trace_outline(fronts: list[Face], backs: list[Face], border: float, deck: Deck) -> str:
    """Trace the line round what is drawn on a piece; return it as an SVG file."""
    from pnp.press.silhouette import outline_file, silhouette  # slow to load

    return outline_file(silhouette(fronts, backs, border, deck), deck.size)


def write_outlines(
    faces: Sequence[DrawnFace], folder: PathName, border: float, *, limits: Limits = USUAL_LIMITS
) -> list[Path]:
    """The files of the lines round what is drawn on pieces, that many mm outside, each named after its piece."""
    if not 0 <= border <= WIDEST_BORDER:
        message = f"must be a border of 0 to {WIDEST_BORDER:g} mm"
        raise LayoutError(Problem(option("--outline"), message, found=f"{border:g}", code="E1201"))
    made = {}
    for piece, deck in {drawn.design.id: drawn.deck for drawn in faces}.items():
        fronts, backs = (
            [each.face for each in faces if each.design.id == piece and each.side is side] for side in Side
        )
        made[piece] = run_in_worker(trace_outline, limits, fronts, backs, border, deck)
    written = []
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for piece, content in made.items():
            written.append(Path(folder, f"{piece}.svg"))
            write_atomically(written[-1], content.encode())
    except OSError as error:
        raise PressError(os_problem(error, Location(str(folder)), "cannot be written")) from error
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
            *(
                Problem(
                    Location(game=game.id),
                    f"has no piece or deck {quoted(name)}",
                    known(everything, name),
                    code="E1205",
                )
                for name in unknown
            )
        )
    return [(deck, design) for deck, design in designs if design.id in names or deck.name in names]
