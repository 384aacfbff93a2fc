"""The reference print is made once for all files that are compared with the same one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import pytest

from pnp.audit import audit
from pnp.audit.reference_print import ReferencePrint, reference_print
from pnp.errors import Problem
from pnp.play.registry import drawings_hash
from pnp.press.drawn import Companion
from pnp.press.job import Job
from pnp.project.folders import Project, files_hash
from pnp.spec.deck import Piece
from pnp.spec.model import Game
from pnp.store.cache import cache_key
from pnp.worker.progress import Progress


@pytest.fixture(scope="package", autouse=True)
def printed_once() -> Iterator[None]:
    kept: dict[str, ReferencePrint] = {}
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patched:

        @contextmanager
        def once(
            project: Project, game: Game, job: Job, pieces: list[Piece], companion: Companion | None,
            progress: Progress, *, problems: Sequence[Problem] = (),
        ) -> Iterator[ReferencePrint]:  # fmt: skip
            files = files_hash(project, game.id), drawings_hash(project, game.id)
            chosen = [(piece.id, piece.copy) for piece in pieces]
            key = cache_key(
                str(project.root), files, repr(job), chosen, None if companion is None else companion.pdf.hex()
            )
            if key not in kept:
                made = reference_print(project, game, job, pieces, companion, progress, problems=problems)
                kept[key] = stack.enter_context(made)
            yield kept[key]

        patched.setattr(audit, "reference_print", once)
        yield
