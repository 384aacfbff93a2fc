"""Find export targets: the profiles that come with pnp, the project's profiles, and their writers."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from pnp.errors import Location, PnpError, Problem, SpecError, did_you_mean, quote_value
from pnp.export.options import ExportOption, read_options
from pnp.export.profile import ExportLimits, Product, Profile, ProfileTranslation
from pnp.project.folders import Project, read_toml, resolve_inside
from pnp.spec.load import ErrorPath, problems_of_validation
from pnp.spec.model import Model
from pnp.spec.values import NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.export.job import ExportJob

PROFILE_FOLDER: Final = "exports"
"""Folder in a project that contains its export profiles."""
BUNDLED_PROFILES: Final = Path(__file__).parent / "profiles"
WRITERS: Final = ("cut", "data", "images", "mpc", "pages", "pdfx", "tts")
"""Names of the writers; each is a module in `pnp.export.writers`."""


@dataclass(frozen=True)
class Target:
    """A shop, machine or program that a game can be exported to."""

    name: str
    profile: Profile
    options: tuple[ExportOption, ...]
    """Options of its writer."""
    own: bool
    """Whether its profile is in the project, not bundled with pnp."""
    where: Location
    """Location of its profile."""

    @property
    def title(self) -> str:
        """Name of the shop or the program."""
        return self.profile.title

    @property
    def about(self) -> str:
        """What the export contains, in one sentence."""
        return self.profile.about

    @property
    def write(self) -> Callable[[ExportJob], None]:
        """Function that writes its files."""
        writer: Callable[[ExportJob], None] = _writer(self.profile.writer).write
        return writer


def find_target(project: Project, name: str) -> Target:
    """Return the target of that name; raise SpecError if there is none, or if its profile is invalid."""
    files = _profile_files(project)
    if name not in files:
        hint = f"{did_you_mean(files, name)}; add your own as {PROFILE_FOLDER}/<name>.toml"
        raise SpecError(Problem(Location(), f"there is no export target {quote_value(name)}", hint, code="E1101"))
    return _read_target(project, name, files[name])


def list_targets(project: Project) -> Iterator[Target | SpecError]:
    """Yield every target in the order of their names; for one with an invalid profile, yield the error."""
    for name, path in _profile_files(project).items():
        try:
            yield _read_target(project, name, path)
        except SpecError as error:
            yield error


def _profile_files(project: Project) -> dict[str, Path]:
    """Return the profile files by target name; a project's profile overrides a bundled one of the same name."""
    own = [path for path in sorted((project.root / PROFILE_FOLDER).glob("*.toml")) if NAME.fullmatch(path.stem)]
    files = {path.stem: path for path in [*sorted(BUNDLED_PROFILES.glob("*.toml")), *own]}
    return dict(sorted(files.items()))


def _read_target(project: Project, name: str, path: Path) -> Target:
    own = path.parent != BUNDLED_PROFILES
    where = Location(f"{PROFILE_FOLDER}/{path.name}") if own else Location(path.name, bundled=True)
    if own and resolve_inside(project.root / PROFILE_FOLDER, path.name, project.root) is None:
        raise SpecError(Problem(where, "is a link that points outside the project's folder", code="E0107"))
    raw = read_toml(path, where)
    try:
        profile = Profile.model_validate(raw)
    except ValidationError as error:
        raise SpecError(*problems_of_validation(error, where, _keys_at)) from None
    if profile.writer not in WRITERS:
        hint = did_you_mean(WRITERS, profile.writer)
        found = quote_value(profile.writer)
        raise SpecError(Problem(where / "writer", "must be the name of a writer", hint, found=found, code="E1103"))
    options: tuple[ExportOption, ...] = _writer(profile.writer).OPTIONS
    read_options(options, {}, profile.options, name, where)
    return Target(name, profile, options, own, where)


def _writer(name: str) -> Any:
    """Return the module of a writer; raise PnpError if it cannot be imported."""
    try:
        return importlib.import_module(f"pnp.export.writers.{name}")
    except ModuleNotFoundError as error:
        message = f"the writer {name} cannot be loaded: there is no module {error.name}"
        raise PnpError(Problem(Location(), message, code="E1306")) from error


def _keys_at(place: ErrorPath) -> list[str]:
    """Return the valid keys of the table that contains an unknown key."""
    models: dict[str, type[Model]] = {"products": Product, "limits": ExportLimits, "translations": ProfileTranslation}
    model = models.get(str(place[0]), Profile) if len(place) > 1 else Profile
    return list(model.model_fields)
