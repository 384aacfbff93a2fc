"""MakePlayingCards: pictures and counts, and orders by the rules of the tool that reads them."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import pnp
from pnp.errors import SpecError
from pnp.project.folders import Project
from tests.export.exported import unpacked

STOCKS = {"(S27) Smooth", "(S30) Standard Smooth", "(S33) Superior Smooth", "(M31) Linen", "(P10) Plastic"}


class Order:
    """An order as MPC Autofill's desktop tool reads it: pictures by slot, the common back where a slot has none."""

    def __init__(self, path: Path) -> None:
        root = ElementTree.parse(path).getroot()
        assert root.tag == "order"
        details = {item.tag: item.text or "" for item in root.find("details") or ()}
        self.quantity = int(details["quantity"])
        assert 0 < self.quantity <= 612
        assert details["stock"] in STOCKS
        assert details["foil"] in ("true", "false")
        assert int(details["bracket"]) >= self.quantity
        self.fronts = self._slots(root, "fronts", path.parent)
        assert set(self.fronts) == set(range(self.quantity))
        common = root.findtext("cardback")
        self.backs = self._slots(root, "backs", path.parent)
        if common is not None:
            assert (path.parent / common).is_file()
            self.backs = dict.fromkeys(range(self.quantity), common) | self.backs

    @staticmethod
    def _slots(root: ElementTree.Element, tag: str, folder: Path) -> dict[int, str]:
        found: dict[int, str] = {}
        for card in root.iterfind(f"{tag}/card"):
            name = (card.findtext("id") or "").strip(' "')
            assert (folder / name).is_file()  # then the tool takes it from there, and asks no drive
            assert card.findtext("sourceType") == "Local File"
            for slot in (card.findtext("slots") or "").strip("][").replace(" ", "").split(","):
                assert int(slot) not in found
                found[int(slot)] = name
        return found


def _poker(project: Project) -> None:
    spec = project.components / "lowtide/game.toml"
    spec.write_text(spec.read_text("utf-8").replace("mini = [44, 68]", "mini = [63, 88]"), "utf-8")


def test_pictures_have_the_shops_size() -> None:
    folder = unpacked("mpc", "cotcotcollec")
    for path in folder.glob("cards/*.png"):
        with Image.open(path) as picture:
            assert picture.size == (816, 1111)
    assert len(list(folder.glob("cards/*"))) == 30 + 3 + 1  # three looks of ten, three others, one back


def test_an_order_holds_every_card_as_often_as_it_is_needed() -> None:
    folder = unpacked("mpc", "cotcotcollec")
    order = Order(folder / "cotcotcollec_en.xml")
    assert order.quantity == 110
    assert set(order.backs.values()) == {"cards/cards_all_back.png"}
    game = pnp.load_game("cotcotcollec")
    pieces = Counter(name.removeprefix("cards/cards_").partition("_")[0] for name in order.fronts.values())
    assert pieces == {design.id: design.count for design in game.decks["cards"].designs}
    with (folder / "counts.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert sum(int(line["copies"]) for line in lines if line["side"] == "front") == 110
    assert Counter(order.fronts.values()) == {
        line["file"]: int(line["copies"]) for line in lines if line["side"] == "front"
    }


def test_backs_of_their_own_have_their_slots(copied: Project, tmp_path: Path) -> None:
    _poker(copied)
    back = copied.templates / "lowtide/wave.svg.j2"
    back.write_text(back.read_text("utf-8").replace("{% for", "{{ text(piece.id, 9, 9, 40, 9, size=5) }}{% for"))
    made = pnp.export_game("lowtide", "mpc", lang="en", out=tmp_path / "out", start=copied.root)
    [archive] = made.folder.glob("*.zip")

    shutil.unpack_archive(archive, tmp_path / "unpacked")
    order = Order(tmp_path / "unpacked/lowtide_en.xml")
    assert order.quantity == 13
    for slot, front in order.fronts.items():
        assert order.backs[slot] == front.replace("_front", "_back")


def test_a_project_holds_so_many_cards_and_the_rest_is_another(copied: Project, tmp_path: Path) -> None:
    _poker(copied)
    spec = copied.components / "lowtide/game.toml"
    text = spec.read_text("utf-8")
    spec.write_text(text[: text.index("[[box]]")].replace("strict = true", "") + text[text.index("[sizes]") :], "utf-8")
    cards = copied.components / "lowtide/shells.csv"
    cards.write_text(cards.read_text("utf-8").replace("whelk,4", "whelk,700"), "utf-8")
    made = pnp.export_game("lowtide", "mpc", lang="en", out=tmp_path / "out", start=copied.root, dry_run=True)
    assert any("612 per project, so there are 2 orders" in text for text in made.notices)


def test_cards_of_other_sizes_are_ordered_by_hand(project: Project, tmp_path: Path) -> None:
    made = pnp.export_game("lowtide", "mpc", lang="en", out=tmp_path, start=project.root, dry_run=True)
    assert any("order these (Mini) by hand" in text for text in made.notices)


@pytest.mark.parametrize("stock", ["gold"])
def test_a_paper_that_the_tool_does_not_know(project: Project, tmp_path: Path, stock: str) -> None:
    with pytest.raises(SpecError, match=r"--set stock must be one of .*, not "):
        pnp.export_game("lowtide", "mpc", options={"stock": stock}, out=tmp_path, start=project.root, dry_run=True)
