"""Drawing single faces, and writing them as SVG, PNG, PDF or a contact sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pnp.config import Config, resolve_config
from pnp.errors import (
    LayoutError,
    Location,
    PressError,
    Problem,
    SpecError,
    did_you_mean,
    option_location,
    os_problem,
    quote_value,
)
from pnp.face.face import Face
from pnp.face.faces import FaceLook, FaceName, draw_faces
from pnp.geometry.outline import Outline
from pnp.geometry.units import MM_PER_INCH
from pnp.library.options import FaceOptions
from pnp.library.places import Name, locate_game
from pnp.options import PathName, accepts_options
from pnp.press.images import with_pictures_embedded
from pnp.press.job import FileType, RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import GameRef
from pnp.spec.deck import face_id
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Design, Game
from pnp.spec.selection import parse_filters
from pnp.store.cache import Cache
from pnp.store.files import write_atomically
from pnp.terms import Lang, Side
from pnp.words import Texts
from pnp.worker.limits import DEFAULT_LIMITS, Limits
from pnp.worker.progress import expect_faces
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

MOST_PIXELS: Final = 150_000_000
"""Maximum number of pixels in a PNG."""
SHEET: Final = Texts("sheet")
WIDEST_BORDER: Final = 20.0
"""Maximum distance of a traced outline from the drawing, in mm."""


@dataclass(frozen=True)
class DrawnFace:
    """A drawn side of a design."""

    deck: Deck
    design: Design
    side: Side
    face: Face
    """Size, bleed, and SVG that refers to its pictures by name."""
    look: int = 1
    """Number of the look, for a design that has several."""
    lang: Lang = Lang.EN
    """Language of its texts."""

    @property
    def name(self) -> str:
        """Name of the piece: its `name` or `title`; without one, its id."""
        found = next((key for key in ("name", "title") if key in self.design.fields), None)
        return (str(self.design.field(found, self.lang)) if found else "") or self.design.id

    @property
    def svg(self) -> str:
        """SVG with embedded pictures."""
        return with_pictures_embedded(self.face.svg, self.face.pictures)


@accepts_options(FaceOptions)
def render_faces(game: Name, options: FaceOptions) -> list[DrawnFace]:
    """Draw the faces of a game, or of the named pieces and decks. Raise RenderError with all that cannot be drawn.

    `only` and `mark` are the same as in `build`. With `traced`, each element of the SVG has a number, `data-source`,
    and `face.sources` lists the template line and cells it comes from; `pnp.face.elements.unmarked` removes the
    numbers.

        [drawn] = pnp.render_faces("winston", ["sailor-head-1"], sides=["front"])
        Path("head.svg").write_text(drawn.svg)
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return render_faces_with(found, options, resolve_config(*found, options))


def render_faces_with(game: GameRef, options: FaceOptions, chosen: Config) -> list[DrawnFace]:
    """Draw faces of a game with the given settings."""
    project, name = game
    spec = load_game(project, name)
    filters = parse_filters(spec, [options.only] if isinstance(options.only, str) else options.only)
    named = _find_designs(spec, options.pieces)
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
    faces = run_in_worker(draw_faces, chosen.limits, project, spec, names, Cache.disabled(), progress=options.progress)
    return [
        DrawnFace(deck, design, side, face, look, chosen.lang)
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
    limits: Limits = DEFAULT_LIMITS,
) -> list[Path]:
    """Write faces to files named after piece, side and `ending`, and return their paths; `dpi` is for PNG."""
    for drawn in faces:
        size = drawn.face.canvas
        pixels = size.width * size.height * (dpi / MM_PER_INCH) ** 2
        if file_type is FileType.PNG and pixels > MOST_PIXELS:
            message = (
                f"is too high: a picture of {drawn.face.where} would have {pixels / 1e6:.0f} million pixels, "
                f"more than {MOST_PIXELS // 1_000_000} million"
            )
            raise LayoutError(Problem(option_location("--dpi"), message, code="E0504"))
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
    """Return the content of a face's file; runs in a worker."""
    if file_type is FileType.SVG:
        return with_pictures_embedded(face.svg, face.pictures).encode()
    if file_type is FileType.PNG:
        return find_renderer(renderer).to_png([face], dpi)[0]
    return find_renderer(renderer).to_pdf([face])


def write_contact_sheet(faces: Sequence[DrawnFace], file: PathName, *, limits: Limits = DEFAULT_LIMITS) -> int:
    """Write a picture of all distinct faces with their names, ids and counts, and return their number."""
    alike: dict[str, list[DrawnFace]] = {}
    for drawn in faces:
        alike.setdefault(drawn.face.key, []).append(drawn)
    shown = [
        (first.face, first.deck.cut_line(first.side, first.design.id), *contact_label(group))
        for group in alike.values()
        for first in group[:1]
    ]
    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, run_in_worker(make_contact_sheet, limits, shown))
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written")) from error
    return len(shown)


def contact_label(alike: Sequence[DrawnFace]) -> tuple[str, str]:
    """Return the two lines below a face that these pieces share: name or deck; id, side and number of copies."""
    first = alike[0]
    looks = {(each.design.id, each.look): each for each in alike}
    copies = sum(
        each.design.look(copy) == each.look for each in looks.values() for copy in range(1, each.design.count + 1)
    )
    several = len({each.design.id for each in alike}) > 1
    name, own = (first.deck.title[first.lang], first.deck.name) if several else (first.name, first.design.id)
    drawn = own if several else face_id(own, first.look)
    side = SHEET[first.lang]["back"] if first.side is Side.BACK else ""
    parts = ("" if name == own else drawn, side, f"× {copies}")
    return drawn if name == own else name, " · ".join(filter(None, parts))


@task
def make_contact_sheet(faces: list[tuple[Face, Outline, str, str]]) -> bytes:
    """Return a picture of all these faces, each with two lines below it; runs in a worker."""
    from pnp.press.contact_sheet import ContactFace, contact_sheet

    expect_faces(len(faces))
    return contact_sheet([ContactFace(*each) for each in faces])


@task
def trace_outline(fronts: list[Face], backs: list[Face], border: float, deck: Deck) -> str:
    """Trace the outline of what is drawn on a piece, and return it as an SVG file; runs in a worker."""
    from pnp.press.silhouette import outline_file, silhouette  # slow to load

    return outline_file(silhouette(fronts, backs, border, deck), deck.size)


def write_outlines(
    faces: Sequence[DrawnFace], folder: PathName, border: float, *, limits: Limits = DEFAULT_LIMITS
) -> list[Path]:
    """Write the traced outlines of pieces as SVG files named after them, `border` mm outside; return the paths."""
    if not 0 <= border <= WIDEST_BORDER:
        message = f"must be a border of 0 to {WIDEST_BORDER:g} mm"
        raise LayoutError(Problem(option_location("--outline"), message, found=f"{border:g}", code="E1201"))
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


def _find_designs(game: Game, names: Sequence[str]) -> list[tuple[Deck, Design]]:
    """Return the named designs; the name of a deck selects all of its designs. Raise SpecError for unknown names."""
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
                    f"has no piece or deck {quote_value(name)}",
                    did_you_mean(everything, name),
                    code="E1205",
                )
                for name in unknown
            )
        )
    return [(deck, design) for deck, design in designs if design.id in names or deck.name in names]
