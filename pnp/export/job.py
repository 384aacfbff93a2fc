"""An export at work: what a writer is given, and what it hands its files, notices and pieces to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, Final, TypeVar

from pnp.cache import Cache
from pnp.confine import Handover, confined
from pnp.deck import Piece, drawing_of
from pnp.errors import PressError, Problem, os_problem
from pnp.export.fit import Fit
from pnp.export.order import ExportedFile, ExportOrder, NotMade, Unsafe, summed_up
from pnp.export.profile import Profile
from pnp.export.raster import BATCH, Shot
from pnp.export.safe import HAIR, Looked
from pnp.export.targets import Target
from pnp.face.face import Face
from pnp.face.plate import read_plate
from pnp.face.shelf import FontShelf
from pnp.limits import Limits
from pnp.progress import Stages
from pnp.resources import Project
from pnp.spec.model import Deck, Design, Game
from pnp.terms import Side
from pnp.write import written_atomically

T = TypeVar("T")
HANDS: Final = max(1, os.cpu_count() or 1)
"""As many processes draw at the same time."""


@dataclass(frozen=True)
class ExportFace:
    """A side of a look of a design, as a target makes it."""

    fit: Fit
    design: Design
    side: Side
    look: int
    copies: int
    """How many pieces look so."""
    face: Face
    """The drawing."""

    @property
    def deck(self) -> Deck:
        """Its deck."""
        return self.fit.deck

    @property
    def drawing(self) -> str:
        """What the look is known by: `Piece.drawing`."""
        return drawing_of(self.design.id, self.look)

    def shot(self, *, cut_out: bool = False) -> Shot:
        """The picture that the target wants of it."""
        line = self.fit.cut_line(self.side, self.design.id) if cut_out else None
        return Shot(self.face, self.fit.pixels, self.fit.per_mm, self.fit.turn(self.side), line)


@dataclass(frozen=True)
class ExportPart:
    """A piece of work for a process of its own."""

    task: str
    """A function by its module and name; see `pnp.confine`."""
    arguments: tuple[Any, ...]
    faces: int = 1
    """How many faces it draws, for the progress."""
    estimate: int = 0
    """About as many bytes come of it."""


@dataclass
class ExportJob:
    """What a writer works with. In a dry run it does the same: faces are drawn, but no files come of them."""

    project: Project
    game: Game
    """As far as it is exported: see `--only`."""
    pieces: list[Piece]
    """Every piece that is to be exported."""
    target: Target
    order: ExportOrder
    folder: Path
    """Where files are written, which takes the place of an earlier export when everything is there."""
    place: Path
    """Where they will be then."""
    limits: Limits
    cache: Cache
    stages: Stages
    fits: dict[str, Fit]
    """What is made of each deck, by its name; without those that are not made."""
    files: list[ExportedFile] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    not_made: list[NotMade] = field(default_factory=list)
    unsafe: list[Unsafe] = field(default_factory=list)

    @property
    def profile(self) -> Profile:
        """What the target asks for."""
        return self.target.profile

    @property
    def dry(self) -> bool:
        """Whether nothing is written."""
        return self.order.dry

    def option(self, name: str) -> Any:
        """The value of an option of the writer."""
        return self.order.options[name]

    def notice(self, text: str) -> None:
        """Say something that a person should know, once."""
        if text not in self.notices:
            self.notices.append(text)

    def leave_out(self, deck: str, why: str) -> None:
        """Note that the pieces of a deck are not made."""
        self.fits.pop(deck, None)
        for design in self.game.decks[deck].designs:
            count = sum(piece.deck.name == deck and piece.id == design.id for piece in self.pieces)
            self.not_made.append(NotMade(design.id, count, why))

    def faces(self, *, bleed: float | None = None) -> list[ExportFace]:
        """All faces that the target makes, deck by deck: the fronts and backs of each look together.

        They reach as far beyond the cut as their product needs, or `bleed` mm.
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
        wanted = [
            (fit.deck, design, side, look, fit.bleed if bleed is None else bleed)
            for fit, design, side, look, _ in listed
        ]
        order = self.order.lang, self.order.ink
        with self.stages(f"{self.game.id}: drawing") as progress:
            drawn = confined(
                "pnp.export.drawing:faces_task", self.project, self.game, wanted, order, self.cache,
                limits=self.limits, progress=progress,
            )  # fmt: skip
        shelf, folder = FontShelf.of(self.project), self.project.components / self.game.id
        made = []
        for each, (deck, _, _, _, reach), (where, plates, coarse), svg in zip(
            listed, wanted, drawn.about, drawn.blobs, strict=True
        ):
            text = svg.decode()
            named = tuple(read_plate(plate, folder) for plate in plates)
            blurred = tuple((file, dpi) for file, dpi in coarse)
            face = Face(text, deck.size, reach, where, shelf.used_in(text), named, blurred)
            made.append(ExportFace(*each, face))
        self._check_safe(made)
        return made

    def _check_safe(self, faces: list[ExportFace]) -> None:
        """Note every face on which text, or something important, leaves the safe zone."""
        safe = self.profile.safe
        if not safe or self.unsafe:
            return
        looked = {
            (each.face.key, line): Looked(each.face, line)
            for each in faces
            for line in [each.fit.cut_line(each.side, each.design.id)]
        }
        parts = [
            ExportPart("pnp.export.safe:nearest_task", (some,), len(some))
            for some in _batches(list(looked.values()), BATCH)
        ]
        found = (pair for made in self._make_all(parts, "checking the safe zone") for pair in made.about)
        nearest = dict(zip(looked, found, strict=True))
        for each in faces:
            pair = nearest[each.face.key, each.fit.cut_line(each.side, each.design.id)]
            for what, away in zip(("text", "something important"), pair, strict=True):
                if away is not None and away * each.fit.scale < safe - HAIR:
                    away = round(away * each.fit.scale, 2)
                    self.unsafe.append(Unsafe(each.drawing, each.side, what, away))
        for text in summed_up(self.unsafe, self.profile.title, safe):
            self.notice(text)

    def make(self, parts: Sequence[ExportPart], doing: str) -> Iterator[Handover]:
        """What comes of each part, in their order; several are made at the same time.

        In a dry run each part makes an empty file.
        """
        if self.dry:
            yield from (Handover(None, (b"",) * part.faces) for part in parts)
        else:
            yield from self._make_all(parts, doing)

    def _make_all(self, parts: Sequence[ExportPart], doing: str) -> Iterator[Handover]:
        stop = Event()
        with self.stages(f"{self.game.id}: {doing}") as progress:
            total, done = sum(part.faces for part in parts), 0
            waiting = iter(enumerate(parts))
            running: dict[Future[Handover], int] = {}
            ready: dict[int, Handover] = {}
            try:
                for at in range(len(parts)):
                    while at not in ready:
                        for number, part in islice(waiting, 2 * HANDS - len(running)):
                            running[_hands().submit(self._make, part, stop)] = number
                        for finished in wait(running, return_when=FIRST_COMPLETED).done:
                            ready[running.pop(finished)] = finished.result()
                    yield ready.pop(at)
                    done += parts[at].faces
                    progress(done, total)
            except BaseException:  # an interruption, too: nothing goes on
                stop.set()
                for future in running:
                    future.cancel()
                raise

    def _make(self, part: ExportPart, stop: Event) -> Handover:
        def alive(done: int, total: int) -> None:
            if stop.is_set():
                raise KeyboardInterrupt

        alive(0, 0)
        return confined(part.task, *part.arguments, limits=self.limits, progress=alive)

    def pictures(self, shots: Iterable[Shot], dpi: float | None = None) -> Iterator[bytes]:
        """The files of pictures in the profile's format, in their order; those that are alike are made once."""
        wanted = list(shots)
        distinct = {shot.key: shot for shot in wanted}
        batches = _batches(list(distinct.values()), BATCH)
        how = self.profile.format, self.profile.quality, dpi or self.profile.dpi
        parts = [ExportPart("pnp.export.raster:pictures_task", (batch, *how), len(batch)) for batch in batches]
        last = {shot.key: at for at, shot in enumerate(wanted)}
        made: dict[tuple[object, ...], bytes] = {}
        coming = zip((shot for batch in batches for shot in batch), self._blobs(parts), strict=True)
        for at, shot in enumerate(wanted):
            while shot.key not in made:
                new, file = next(coming)
                made[new.key] = file
            yield made[shot.key] if last[shot.key] > at else made.pop(shot.key)

    def _blobs(self, parts: Sequence[ExportPart]) -> Iterator[bytes]:
        for made in self.make(parts, "pictures"):
            yield from made.blobs

    def add(self, name: str, content: bytes, estimate: int | None = None) -> None:
        """Write a file of the export; in a dry run only its size is noted, or the estimate of it."""
        if self.dry:
            self._note(name, len(content) if estimate is None else estimate)
            return
        with self.writing(name) as file:
            file.write(content)

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        """A file of the export to write into bit by bit; not in a dry run."""
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with written_atomically(path) as file:
                yield file
            self._note(name, path.stat().st_size)
        except OSError as error:
            raise PressError(os_problem(error, path, "a file that can be written", "choose another --out")) from error

    def _note(self, name: str, size: int) -> None:
        """Note a file, and whether it is too large for the target."""
        self.files.append(ExportedFile(name, size, self.dry))
        most = self.profile.limits.megabytes
        if most is not None and size > most * 1_000_000:
            told = f"{name} has {size / 1e6:.1f} MB; {self.profile.title} takes files of at most {most:g} MB"
            self.notice(told)

    def check_pixels(self) -> None:
        """PressError where a picture would be larger than the target, or anybody, can take."""
        for fit in self.fits.values():
            most, longer = self.profile.limits.pixels, max(fit.pixels)
            if most is not None and longer > most:
                found = f"{longer} for {fit.deck.name}"
                raise PressError(Problem(self.target.name, f"pictures of at most {most} pixels", found))


@cache
def _hands() -> ThreadPoolExecutor:
    """Who waits for processes that draw; Linux ends a process with the thread that started it, so these stay."""
    return ThreadPoolExecutor(HANDS, "pnp-export")


def _batches(things: list[T], most: int) -> list[list[T]]:
    """The things in order, no more than that many together."""
    return [things[at : at + most] for at in range(0, len(things), most)]
