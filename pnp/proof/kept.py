"""Proofs that are kept: a game in which nothing has changed is not read again."""

from __future__ import annotations

import json
from typing import Final

from pnp.cache import Cache, hashed
from pnp.check.report import Misprint
from pnp.config import choose, read_config
from pnp.confine import Handover, confined
from pnp.face.slips import Slip, SlipKind
from pnp.face.store import LIBRARIES
from pnp.fingerprint import code_hash, files_hash, rules_hash, versions
from pnp.fontplaces import fonts_hash
from pnp.location import Location
from pnp.progress import Progress
from pnp.resources import Project
from pnp.spec.model import Game
from pnp.terms import Lang

READING: Final = "pnp.proof.proofread"
"""The module that reads; what it imports makes a difference, too."""


def find_misprints(project: Project, game: Game, cache: Cache) -> tuple[Misprint, ...]:
    """The slips in everything that a game prints."""
    code = code_hash(READING), rules_hash(project, game.id), versions(*LIBRARIES)
    choices = [repr(choice.value) for choice in choose(project, game.id)[:-1]]  # but not where it is written to
    files = files_hash(project, game.id), fonts_hash(project), project.name(project.components / game.id)
    key = hashed("proof", *code, *files, game.model_dump_json(), *choices)
    kept = cache.get(key)
    if kept is None:
        made = confined(f"{__name__}:proof_task", project, game, limits=read_config(project).limits)
        kept = json.dumps(made.about).encode()
        cache.put(key, kept)
    return tuple(
        Misprint(tuple(Location(**place) for place in places), Lang(lang), Slip(SlipKind(kind), found, instead))
        for places, lang, kind, found, instead in json.loads(kept)
    )


def proof_task(project: Project, game: Game, *, progress: Progress) -> Handover:
    """The slips of a game, for another process: templates run for it."""
    from pnp.proof.proofread import proofread  # with all that prints, slow to load

    return Handover(
        [
            ([place.plain() for place in each.places], each.lang, slip.kind, slip.found, slip.instead)
            for each in proofread(project, game)
            for slip in [each.slip]
        ]
    )
