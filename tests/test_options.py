"""Options: declared once, and the same on the command line, in the library, in pnp.toml and in forms."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
import typer

import pnp
from pnp.cli.app import app
from pnp.config import CONFIG_KEYS, DEFAULT_CONFIG, KEYS, PRINT_KEYS, resolve_config
from pnp.errors import LayoutError
from pnp.library import options as declared
from pnp.library import sheets
from pnp.library.options import BuildOptions, ExportOptions, MemoOptions
from pnp.library.sheets import find_spare_places
from pnp.options import Options, options_of
from pnp.printers import Printer
from pnp.sheet.layout import Margins, Sides
from pnp.terms import Cutting
from pnp.web import exports, memo, plays
from pnp.web import sheets as downloads
from pnp.web import sheets as web_sheets

CLASSES = [
    each
    for each in vars(declared).values()
    if inspect.isclass(each) and issubclass(each, Options) and each.__module__ == declared.__name__
]
FUNCTIONS = [getattr(pnp, name) for name in pnp.__all__ if hasattr(getattr(pnp, name), "options")]
COMMANDS: dict[str, type[Options]] = {
    "build": BuildOptions,
    "render": declared.FaceOptions,
    "gallery": declared.GalleryOptions,
    "memo": MemoOptions,
    "rulebook": declared.RulebookOptions,
    "box": declared.BoxOptions,
    "export": ExportOptions,
    "calibrate": declared.CalibrationOptions,
    "replay": declared.ReplayOptions,
    "simulate": declared.ResumeOptions,
    "sweep": declared.SweepOptions,
    "tournament": declared.TournamentOptions,
}
FORMS = {
    web_sheets.SHEETS: BuildOptions,
    memo.MEMO: MemoOptions,
    downloads.BOX: declared.BoxOptions,
    exports.EXPORT: ExportOptions,
    plays.START: declared.RunOptions,
    plays.RESUME: declared.RunOptions,
}


@pytest.mark.parametrize("cls", CLASSES)
def test_every_option_has_help(cls: type[Options]) -> None:
    for name, each in options_of(cls).items():
        assert re.fullmatch(r"\S.*\.", each.about.help), name
        assert each.about.read is None or each.about.typed is not None, f"{name} is read from what?"


def test_an_option_of_several_classes_has_one_type() -> None:
    types: dict[tuple[str, str], set[str]] = defaultdict(set)
    for cls in CLASSES:
        for name, each in options_of(cls).items():
            types[name, each.about.help].add(str(each.typed))
    assert {name: found for name, found in types.items() if len(found) > 1} == {}


def test_every_public_function_with_a_class_is_known_to_a_command_or_another_class() -> None:
    used = {cls for known in COMMANDS.values() for cls in known.__mro__} | {declared.SimulateOptions}
    assert {function.options for function in FUNCTIONS} <= used
    assert set(CLASSES) == used & set(CLASSES)


@pytest.mark.parametrize("function", [*FUNCTIONS, find_spare_places], ids=lambda each: each.__name__)
def test_a_function_takes_the_fields_of_its_class(function: Callable[..., Any]) -> None:
    cls: type[Options] = function.options  # type: ignore[attr-defined]
    taken = dict(inspect.signature(function).parameters)
    if "game" not in options_of(cls):
        taken.pop("game", None)
    given = {name: each.default for name, each in taken.items() if each.default is not each.empty}
    assert given == {name: each.default for name, each in options_of(cls).items() if each.default is not MISSING}
    assert set(taken) == set(options_of(cls))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_options_of_its_class(name: str) -> None:
    group: Any = typer.main.get_command(app)
    there = {each.name: each for each in group.commands[name].params}
    for option in options_of(COMMANDS[name]).values():
        if not option.about.command:
            continue
        shown = there[option.name]
        assert shown.help == option.about.help
        assert option.flag in shown.opts
        assert shown.default == (None if option.default == () else option.default)
        if inspect.isclass(option.typed) and issubclass(option.typed, StrEnum):
            assert list(shown.type.choices) == list(option.typed)


@pytest.mark.parametrize("cls", CLASSES)
def test_what_pnp_toml_may_decide_is_one_of_its_keys(cls: type[Options]) -> None:
    for option in options_of(cls).values():
        if key := option.about.key:
            assert option.default is None, "pnp.toml decides, or its default"
            assert key in PRINT_KEYS
            if isinstance(usual := getattr(DEFAULT_CONFIG, key), StrEnum):
                assert option.typed is type(usual)


def test_every_print_key_has_an_option_of_a_build() -> None:
    assert {each.about.key for each in options_of(BuildOptions).values()} - {""} == set(PRINT_KEYS)
    assert [key for key in KEYS if CONFIG_KEYS[key].option is None] == ["fonts", "home_fonts", "limits"]


@pytest.mark.parametrize("form", FORMS, ids=lambda each: FORMS[each].__name__)
def test_a_form_has_the_options_of_its_class(form: Any) -> None:
    there = options_of(FORMS[form])
    made = {name: each for name, each in form.model_fields.items() if name in there and each.alias}
    assert len(made) >= 1
    for name, field in made.items():
        option = there[name]
        assert field.is_required() == (option.default is MISSING)
        assert field.is_required() or field.default == (
            list(option.default) if option.default == () else option.default
        )
        assert field.annotation == (option.typed | None if option.optional else option.typed)
    own = {name for name, each in form.model_fields.items() if not each.alias}
    assert own <= {"players", "options", "run", "ink"}, "a form says itself only what the page limits further"


def test_a_form_reads_what_is_typed() -> None:
    asked = {"paper": "letter", "sides": "fold", "margin": "5,5,12,5", "decks": ["dogs"], "nest": True, "lang": None}
    options = web_sheets.SHEETS.model_validate(asked).to_options(BuildOptions, out="there")
    assert (options.paper, options.sides, options.only, options.nest) == ("letter", Sides.FOLD, ["dogs"], True)
    assert (options.margin, options.lang, options.out) == (Margins(5, 5, 12, 5), None, "there")
    with pytest.raises(LayoutError, match=r"^margin must be"):
        web_sheets.SHEETS.model_validate({"margin": "1,2"}).to_options(BuildOptions)


def test_an_object_is_frozen_and_made_of_known_options() -> None:
    options = BuildOptions(paper="a5")
    assert replace(options, gap=2.0).paper == "a5"
    assert repr(options).startswith("BuildOptions(paper='a5', ")
    assert ExportOptions("tts").target == "tts"
    assert MemoOptions("aid").variant == "aid"
    with pytest.raises(FrozenInstanceError):
        options.paper = "a4"  # type: ignore[misc]
    with pytest.raises(TypeError, match="papr"):
        BuildOptions(papr="a4")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="target"):
        ExportOptions()  # type: ignore[call-arg]


def test_a_function_names_what_is_wrong_with_a_call() -> None:
    with pytest.raises(TypeError, match="'papr'"):
        pnp.build("winston", papr="a4")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'game'"):
        pnp.build(paper="a4")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'target'"):
        pnp.export_game("winston")  # type: ignore[call-arg]


def test_values_are_resolved_once_with_their_origins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [game] = pnp.locate_games("koko")
    options = BuildOptions(paper="letter", marks=False, margin=7, out=tmp_path, guide=False)
    chosen = resolve_config(*game, options, Printer(margin=Margins.even(9)))
    assert (chosen.paper.name, chosen.margin, chosen.marks) == ("letter", Margins.even(7), False)
    named = {name: chosen.origin(name) for name in ("languages", "paper", "sides", "margin", "marks", "output")}
    assert named == {
        "languages": "the game's first", "paper": "--paper", "sides": "default", "margin": "--margin",
        "marks": "--no-marks", "output": "--out",
    }  # fmt: skip
    by_printer = resolve_config(*game, BuildOptions(), Printer(margin=Margins.even(9)))
    assert (by_printer.margin, by_printer.origin("margin")) == (Margins.even(9), "pnp calibrate")
    monkeypatch.setattr(sheets, "resolve_config", None)
    job = sheets.make_job(replace(options, cut=Cutting.SHARED), chosen)
    assert job.layout.cut is chosen.cut, "a job is made of what is in force"
    assert sheets.build_with(game, options, chosen).pdf.parent == tmp_path / "koko"
