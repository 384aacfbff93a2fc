"""The state of an export, and the worker processes that draw its parts in parallel."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, Final, Generic, ParamSpec, TypeVar

from pnp.errors import Location, PressError, Problem, os_problem
from pnp.export.order import MAX_NAMED, ExportedFile, ExportRequest, NotMade, Unsafe, safe_zone_notices
from pnp.export.profile import Fit, Profile, Target
from pnp.export.raster import BATCH, FacePicture, make_pictures
from pnp.face.face import Face, refuse_home_fonts
from pnp.face.faces import FaceLook, FaceName, draw_faces
from pnp.pictures.formats import COARSE, MOST_PIXELS
from pnp.press.safe_zone import TOLERANCE, CutFace, measure_distances
from pnp.project.folders import Project
from pnp.spec.deck import Piece, face_id
from pnp.spec.model import Deck, Design, Game
from pnp.store.cache import Cache
from pnp.terms import Side
from pnp.worker import supervisor
from pnp.worker.limits import Limits
from pnp.worker.progress import Progress, Stages
from pnp.worker.supervisor import run_in_worker, stop_when

P = ParamSpec("P")
R = TypeVar("R")
Made = TypeVar("Made", covariant=True)

MAX_WORKERS: Final = min(8, max(1, os.cpu_count() or 1))
"""Maximum number of processes that draw at the same time; each takes about 150 MB."""


@dataclass(frozen=True)
class ExportPart(Generic[Made]):
    """A part of an export, made by one worker process."""

    make: Callable[[Limits], Made]
    faces: int = 1
    """Number of faces that it draws, for progress reports."""
    estimate: int = 0
    """Estimated size of the result, in bytes."""


def make_part(
    faces: int, estimate: int, task: Callable[P, R], /, *arguments: P.args, **named: P.kwargs
) -> ExportPart[R]:
    """Return the call of a task with these arguments as a part of an export."""

    def make(limits: Limits) -> R:
        return run_in_worker(task, limits, *arguments, **named)

    return ExportPart(make, faces, estimate)


def run_parts(parts: Sequence[ExportPart[R]], limits: Limits, progress: Progress) -> Iterator[R]:
    """Yield the result of each part, in order; stop all of them if one fails or the caller stops iterating."""
    stop = Event()
    total, done = sum(part.faces for part in parts), 0
    submit = _worker_threads().submit if supervisor.USE_WORKERS else _run_here
    waiting = iter(enumerate(parts))
    running: dict[Future[R], int] = {}
    ready: dict[int, R] = {}
    try:
        for at, part in enumerate(parts):
            while at not in ready:
                for number, new in islice(waiting, 2 * MAX_WORKERS - len(running)):
                    running[submit(_make, new, limits, stop)] = number
                for finished in wait(running, return_when=FIRST_COMPLETED).done:
                    ready[running.pop(finished)] = finished.result()
            yield ready.pop(at)
            done += part.faces
            progress(done, total)
    finally:
        stop.set()
        for future in running:
            future.cancel()


def _run_here(work: Callable[..., R], *arguments: Any) -> Future[R]:
    """Run a call in this thread and return it as a finished future."""
    future: Future[R] = Future()
    future.set_result(work(*arguments))
    return future


def _make(part: ExportPart[R], limits: Limits, stop: Event) -> R:
    with stop_when(stop.is_set):
        return part.make(limits)


@cache
def _worker_threads() -> ThreadPoolExecutor:
    """Return the threads that wait for worker processes.

    They are kept, as Linux ends a worker process together with the thread that started it.
    """
    return ThreadPoolExecutor(MAX_WORKERS, "pnp-export")


MAX_BATCH_PIXELS: Final = 50_000_000
"""Maximum number of pixels in a batch of pictures that one process makes."""


@dataclass(frozen=True)
class ExportFace:
    """One side of a piece's look, as the target makes it."""

    fit: Fit
    design: Design
    side: Side
    look: int
    copies: int
    """Number of pieces with this look."""
    face: Face
    """The drawn face."""

    @property
    def deck(self) -> Deck:
        """Deck of the piece."""
        return self.fit.deck

    @property
    def drawing(self) -> str:
        """Name of the look's drawing, as in `Piece.face_id`."""
        return face_id(self.design.id, self.look)

    def picture(self, *, cut_out: bool = False) -> FacePicture:
        """Return the picture of the face in the target's size, transparent outside the cut if `cut_out`."""
        line = self.fit.cut_line(self.side, self.design.id) if cut_out else None
        return FacePicture(self.face, self.fit.pixels, self.fit.per_mm, self.fit.turn(self.side), line)


@dataclass
class ExportJob:
    """The state of an export, passed to its writer.

    A dry run makes the same calls and draws the faces, but writes no files.
    """

    project: Project
    game: Game
    """The game, reduced to the pieces selected by `--only`."""
    pieces: list[Piece]
    """Every piece to export."""
    target: Target
    order: ExportRequest
    folder: Path
    """Folder that files are written to; it replaces an earlier export once it is complete."""
    place: Path
    """Final path of that folder."""
    limits: Limits
    cache: Cache
    stages: Stages
    fits: dict[str, Fit]
    """How each deck is made, by name; decks that are not made are absent."""
    files: list[ExportedFile] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    not_made: list[NotMade] = field(default_factory=list)
    unsafe: list[Unsafe] = field(default_factory=list)

    @property
    def profile(self) -> Profile:
        """Profile of the target."""
        return self.target.profile

    @property
    def dry(self) -> bool:
        """Whether this is a dry run."""
        return self.order.dry

    def option(self, name: str) -> Any:
        """Return the value of one of the writer's options."""
        return self.order.options[name]

    def notice(self, text: str) -> None:
        """Add a notice for the user, unless it is already there."""
        if text not in self.notices:
            self.notices.append(text)

    def leave_out(self, deck: str, why: str) -> None:
        """Record that the pieces of a deck are not made, and why."""
        self.fits.pop(deck, None)
        self.not_made += [NotMade(design.id, design.count, why) for design in self.game.decks[deck].designs]

    def faces(self, *, bleed: float | None = None) -> list[ExportFace]:
        """Draw and return all faces that the target makes, deck by deck, each front followed by its back.

        Their bleed is `bleed` mm, or by default what their product needs.
        """
        looks: dict[tuple[str, str, int], list[Piece]] = {}
        for piece in self.pieces:
            if piece.deck.name in self.fits:
                looks.setdefault((piece.deck.name, piece.id, piece.look), []).append(piece)
        listed = [
            (self.fits[deck], same[0].design, side, look, len(same))
            for (deck, _, look), same in looks.items()
            for side in self.fits[deck].sides()
        ]
        lang, ink = self.order.lang, self.order.ink
        wanted = [
            (FaceName(fit.deck.name, design.id, side, look), FaceLook(lang, ink, fit.bleed if bleed is None else bleed))
            for fit, design, side, look, _ in listed
        ]
        with self.stages(f"{self.game.id}: drawing") as progress:
            drawn = run_in_worker(
                draw_faces, self.limits, self.project, self.game, wanted, self.cache, progress=progress
            )
        refuse_home_fonts(drawn, Location(game=self.game.id, detail=self.target.name))
        made = [ExportFace(*each, face) for each, face in zip(listed, drawn, strict=True)]
        if self.profile.safe:  # only files that are printed and cut have a safe zone
            self._check_safe(made)
            self._check_resolution(made)
        return made

    def _check_resolution(self, faces: list[ExportFace]) -> None:
        """Add a notice about pictures whose resolution is too low."""
        found: dict[str, int] = {}
        for each in faces:
            for file, dpi in each.face.coarse:
                found[file] = min(round(dpi / each.fit.scale), found.get(file, COARSE))
        if found:
            worst = sorted(found.items(), key=lambda one: one[1])
            names = ", ".join(f"{file} ({dpi})" for file, dpi in worst[:MAX_NAMED])
            more = f" and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
            self.notice(f"pictures below {COARSE} dpi may look blurred: {names}{more}")

    def _check_safe(self, faces: list[ExportFace]) -> None:
        """Record every face with text or important parts outside the safe zone, and add notices about them."""
        safe = self.profile.safe
        self.unsafe.clear()
        looked = {
            (each.face.key, line): CutFace(each.face, line)
            for each in faces
            for line in [each.fit.cut_line(each.side, each.design.id)]
        }
        parts = [make_part(len(some), 0, measure_distances, some) for some in _batches(list(looked.values()), BATCH)]
        found = (pair for made in self._make_all(parts, "checking the safe zone") for pair in made)
        nearest = dict(zip(looked, found, strict=True))
        for each in faces:
            pair = nearest[each.face.key, each.fit.cut_line(each.side, each.design.id)]
            least = min(safe, each.deck.kind.safe) if each.deck.kind.rolled else safe
            for what, away in zip(("text", "something important"), pair, strict=True):
                if away is not None and away * each.fit.scale < least - TOLERANCE:
                    away = round(away * each.fit.scale, 2)
                    self.unsafe.append(Unsafe(each.drawing, each.side, what, away))
        for text in safe_zone_notices(self.unsafe, self.profile.title, safe):
            self.notice(text)

    def make(self, parts: Sequence[ExportPart[R]], doing: str) -> Iterator[R | None]:
        """Yield the result of each part, in order; several run at the same time. In a dry run, yield None for each."""
        if self.dry:
            yield from (None for _ in parts)
        else:
            yield from self._make_all(parts, doing)

    def _make_all(self, parts: Sequence[ExportPart[R]], doing: str) -> Iterator[R]:
        with self.stages(f"{self.game.id}: {doing}") as progress:
            yield from run_parts(parts, self.limits, progress)

    def pictures(self, pictures: Iterable[FacePicture], dpi: float | None = None) -> Iterator[bytes]:
        """Yield the picture files in the profile's format, in order; identical pictures are made once."""
        wanted = list(pictures)
        distinct = {picture.key: picture for picture in wanted}
        most = max((picture.pixels[0] * picture.pixels[1] for picture in wanted), default=1)
        batches = _batches(list(distinct.values()), max(1, min(BATCH, MAX_BATCH_PIXELS // most)))
        how = self.profile.format, self.profile.quality, dpi or self.profile.dpi
        parts = [make_part(len(batch), 0, make_pictures, batch, *how) for batch in batches]
        last = {picture.key: at for at, picture in enumerate(wanted)}
        made: dict[tuple[object, ...], bytes] = {}
        coming = zip((picture for batch in batches for picture in batch), self._files(parts), strict=True)
        for at, picture in enumerate(wanted):
            while picture.key not in made:
                new, file = next(coming)
                made[new.key] = file
            yield made[picture.key] if last[picture.key] > at else made.pop(picture.key)

    def _files(self, parts: Sequence[ExportPart[list[bytes]]]) -> Iterator[bytes]:
        for part, made in zip(parts, self.make(parts, "pictures"), strict=True):
            yield from [b""] * part.faces if made is None else made

    def add(self, name: str, content: bytes, estimate: int | None = None) -> None:
        """Write a file of the export; in a dry run, record only its size or the estimate."""
        if self.dry:
            self._record_file(name, len(content) if estimate is None else estimate)
            return
        with self.writing(name) as file:
            file.write(content)

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        """Open a file of the export for writing in pieces; not for dry runs. Raise PressError if writing fails."""
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:  # not atomic: the whole folder is moved into place at the end
                yield file
            self._record_file(name, path.stat().st_size)
        except OSError as error:
            where = Location(str(path))
            raise PressError(os_problem(error, where, "cannot be written", "choose another --out")) from error

    def _record_file(self, name: str, size: int) -> None:
        """Record a file, with a notice if it is too large for the target."""
        self.files.append(ExportedFile(name, size, self.dry))
        most = self.profile.limits.megabytes
        if most is not None and size > most * 1_000_000:
            self.notice(f"{name} is {size / 1e6:.1f} MB; {self.profile.title} accepts files of up to {most:g} MB")

    def check_pixels(self) -> None:
        """Raise PressError if a picture would exceed the limits of the target or of pnp."""
        for fit in self.fits.values():
            where = Location(game=self.game.id, deck=fit.deck.name, detail=self.target.name)
            most, (width, height) = self.profile.limits.pixels, fit.pixels
            size = f"a picture for {fit.deck.name} would have {width} × {height} pixels"
            if most is not None and max(width, height) > most:
                raise PressError(Problem(where, f"{size}, more than {most} on a side", code="E1104"))
            if width * height > MOST_PIXELS:
                message = f"{size}, more than {MOST_PIXELS // 1_000_000} million"
                raise PressError(Problem(where, message, f"lower dpi in {self.target.where}", code="E1104"))


def _batches(things: list[R], most: int) -> list[list[R]]:
    """Split a list into batches of at most `most` items."""
    return [things[at : at + most] for at in range(0, len(things), most)]
