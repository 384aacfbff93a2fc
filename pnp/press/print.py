"""Printing a game: its PDF and its list of placements as files, from the cache when nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cache import Cache, hashed
from pnp.errors import PressError, os_problem
from pnp.fingerprint import fingerprint
from pnp.press.job import Job, Printed
from pnp.resources import Project
from pnp.write import write_atomically

if TYPE_CHECKING:
    from pnp.press.companion import Source

Progress = Callable[[int, int], None]
"""Told how many faces of how many are done."""


def print_game(
    project: Project,
    game_id: str,
    job: Job,
    folder: Path,
    cache: Cache,
    progress: Progress = lambda done, total: None,
    memo: Source | None = None,
) -> Printed:
    """Write the game's PDF and JSON into `folder/<game>/`; what was there stays until both are complete.

    `memo` draws the memo cards, where the job wants them.
    """
    key = hashed("document", fingerprint(project, game_id, with_spec=True), asdict(job))
    pdf, listing = cache.get(f"{key}-pdf"), cache.get(f"{key}-json")
    drawn = 0
    if pdf is None or listing is None:
        from pnp.press.document import make_document  # slow to load, and not needed for what is in the cache

        pdf, listing, drawn = make_document(project, game_id, job, cache, progress, memo)
        cache.put(f"{key}-pdf", pdf)
        cache.put(f"{key}-json", listing)
    path = folder / game_id / f"{job.file_name(game_id)}.pdf"
    placements = path.with_suffix(".json")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, pdf)
        write_atomically(placements, listing)
    except OSError as error:
        raise PressError(os_problem(error, path, "a file that can be written", "choose another --out")) from error
    about = json.loads(listing)
    return Printed(
        path, placements, about["pieces"], about["sheets"], len(about["pages"]), len(pdf), about["faces"], drawn
    )
