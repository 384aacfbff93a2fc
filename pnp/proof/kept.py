"""Cache the results of proofreading until something in the game changes."""

from __future__ import annotations

from typing import Final

from pnp.check.report import Misprint
from pnp.config import PRINT_KEYS, resolve_config
from pnp.face.faces import LIBRARIES
from pnp.play.registry import rules_hash
from pnp.project.folders import Project, files_hash, fonts_hash
from pnp.spec.model import Game
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import code_hash, versions
from pnp.worker.codec import pack, unpack
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

Misprints = list[Misprint]
PROOFREADER_MODULE: Final = "pnp.proof.proofread"
"""Module that proofreads; a change to it, or to a module it imports, invalidates the cache."""


def find_misprints(project: Project, game: Game, cache: Cache) -> tuple[Misprint, ...]:
    """Return the typographic errors in everything that a game prints, from the cache if nothing has changed."""
    code = code_hash(PROOFREADER_MODULE), rules_hash(project, game.id), versions(*LIBRARIES)
    chosen = resolve_config(project, game.id)
    choices = [repr(getattr(chosen, key)) for key in PRINT_KEYS if key != "output"]
    files = files_hash(project, game.id), fonts_hash(project), project.name(project.components / game.id)
    key = cache_key("proof", *code, *files, game.model_dump_json(), *choices)
    kept = cache.get(key)
    if kept is not None:
        return tuple(unpack(Misprints, kept))
    found = run_in_worker(proofread_in_worker, chosen.limits, project, game)
    cache.put(key, pack(Misprints, found))
    return tuple(found)


@task
def proofread_in_worker(project: Project, game: Game) -> list[Misprint]:
    """Proofread a game in a worker process, because this runs its templates."""
    from pnp.proof.proofread import proofread  # slow to load: it imports everything that prints

    return list(proofread(project, game))
