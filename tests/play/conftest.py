"""A planted mistake, if the variable PNP_MUTANT names one: the module of a game with one piece of its text changed."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

import pnp

MUTANT = "PNP_MUTANT"


def pytest_configure() -> None:
    if MUTANT not in os.environ:
        return
    wanted = json.loads(os.environ[MUTANT])
    name = wanted["module"]
    path = Path(pnp.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    source = path.read_text("utf-8")
    assert source.count(wanted["old"]) == 1, (
        f"{wanted['old']!r} stands {source.count(wanted['old'])} times in {path.name}"
    )
    spec = importlib.util.spec_from_loader(name, loader=None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile(source.replace(wanted["old"], wanted["new"]), str(path), "exec"), module.__dict__)
