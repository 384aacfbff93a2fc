"""Targets are data: those that come with pnp, and shops that a designer adds without code."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import pnp
from pnp.errors import Location, PressError, SpecError
from pnp.export.profile import BUNDLED_PROFILES, find_target
from pnp.project.folders import Project
from pnp.terms import Lang

SHOP = """
title = "Corner Copy Shop"
writer = "images"
dpi = 150
bleed = 2
format = "jpeg"
file = "{product}/{piece}-{side}"

[[products]]
name = "Small Card"
size = [45, 70]
picture = [300, 450]
"""


def _own(project: Project, text: str) -> Path:
    folder = project.root / "exports"
    folder.mkdir(exist_ok=True)
    path = folder / "corner.toml"
    path.write_text(text, "utf-8")
    return path


def test_every_bundled_target_can_be_read() -> None:
    targets = {target.name: target for target in pnp.list_targets()}
    assert (
        set(targets) == {path.stem for path in BUNDLED_PROFILES.glob("*.toml")} >= {"tts", "tgc", "mpc", "shop", "data"}
    )
    assert all(target.profile.title and target.profile.about and not target.own for target in targets.values())
    assert [option.name for option in targets["tts"].options] == ["base-url", "sheet-px"]
    french = {name: target.profile.translations[Lang.FR] for name, target in targets.items()}
    assert all(words.about != targets[name].about for name, words in french.items())


def test_a_shop_of_your_own(copied: Project, tmp_path: Path) -> None:
    _own(copied, SHOP)
    assert [target.name for target in pnp.list_targets(start=copied.root) if target.own] == ["corner"]
    made = pnp.export_game("lowtide", "corner", lang="en", out=tmp_path / "out", start=copied.root)
    assert made.pieces == 13
    assert {left.piece for left in made.not_made} >= {"tide-1", "pebble", "fisher", "score-leaf"}
    with Image.open(next(made.folder.glob("small-card/*-front.jpeg"))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (300, 450))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("dpi = 150", "dbi = 150"), r'exports/corner.toml: dbi is not a known key \[E0202\]\n.*"dpi"'),
        (("size = [45, 70]", "sise = [45, 70]"), r"products\[1\].sise is not a known key.*\n.*size"),
        (
            ('writer = "images"', 'writer = "pictures"'),
            r'writer must be the name of a writer, not "pictures" \[E1103\]\n.*images',
        ),
        (
            ("{product}/{piece}", "{product}/{card}"),
            r"file must have no placeholders other than \{game\}, .*, not .*\{card\}",
        ),
        (("{product}/{piece}", "../{piece}"), "file must be the name of a file, not "),
        (
            ("picture = [300, 450]", "picture = [200, 450]"),
            "exports/corner.toml: the picture of Small Card is smaller than the product at 150 dpi",
        ),
        (("[300, 450]", "[300, 450]\nkinds = ['dice']"), "kinds"),
        (("bleed = 2", 'options = { stock = "gold" }'), r"options.stock is not an option of the writer"),
        (
            ('format = "jpeg"', 'format = "svg"'),
            'exports/corner.toml: format "svg" draws pieces in their own size and cannot be used with products',
        ),
    ],
)
def test_what_is_wrong_in_a_profile_is_said(copied: Project, change: tuple[str, str], said: str) -> None:
    assert change[0] in SHOP
    _own(copied, SHOP.replace(*change))
    with pytest.raises(SpecError, match=said) as caught:
        find_target(copied, "corner")
    assert {problem.where.file for problem in caught.value.problems} == {"exports/corner.toml"}


def test_a_profile_outside_the_project_is_not_read(copied: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text(SHOP)
    _own(copied, SHOP).unlink()
    (copied.root / "exports/corner.toml").symlink_to(outside)
    with pytest.raises(SpecError, match="is a link that points outside the project's folder"):
        find_target(copied, "corner")


def test_the_name_of_a_product_leads_nowhere(copied: Project, tmp_path: Path) -> None:
    _own(copied, SHOP.replace("Small Card", "../../Small Card"))
    made = pnp.export_game("lowtide", "corner", out=tmp_path, start=copied.root, dry_run=True)
    assert all(file.name.startswith("small-card/") for file in made.files if file.name.endswith("jpeg"))


def test_pictures_that_no_machine_could_hold(copied: Project, tmp_path: Path) -> None:
    _own(copied, SHOP.replace("picture = [300, 450]", "picture = [20000, 20000]"))
    with pytest.raises(PressError, match="a picture for shells would have 20000 × 20000 pixels, more than 100 million"):
        pnp.export_game("lowtide", "corner", out=tmp_path, start=copied.root, dry_run=True)


def test_two_pictures_of_one_name(copied: Project, tmp_path: Path) -> None:
    _own(copied, SHOP.replace("{piece}-{side}", "{deck}"))
    with pytest.raises(PressError, match="file must give every picture a different name, not ") as caught:
        pnp.export_game("lowtide", "corner", out=tmp_path, start=copied.root, dry_run=True)
    assert caught.value.problems[0].where == Location("exports/corner.toml", key="file")
