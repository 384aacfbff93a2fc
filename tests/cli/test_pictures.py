"""Finished pictures on the command line: checked, counted, drawn, built; and nothing is lost when one goes bad."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.cli.command import Command
from tests.finished import BLUE, GREEN, RED, folder, game, pdf, picture, spec


def test_a_coarse_picture_is_noted_and_fails_a_strict_check(pnp: Command, tmp_path: Path) -> None:
    monsters = folder(tmp_path, files=[("a.png", RED)])
    assert "dots per inch" not in pnp("check", "--lang", "en", cwd=tmp_path)[1]
    picture(monsters / "b.png", GREEN, (252, 352))
    code, out, _ = pnp("check", "--lang", "en", cwd=tmp_path)
    assert code == 0
    assert "– pictures with fewer than 200 dots per inch, which may look blurred: b\n" in out
    code, out, _ = pnp("check", "--lang", "en", "--strict", cwd=tmp_path)
    assert code == 1
    assert "✗ pictures with fewer than 200 dots per inch" in out


def test_pictures_are_counted_and_shown(pnp: Command, tmp_path: Path) -> None:
    folder(tmp_path, files=[("3x_a.png", RED), ("b.png", GREEN), ("back.png", BLUE)])
    code, out, _ = pnp("stats", "--lang", "en", "--odds", "1+ id=a in 2 of monsters", cwd=tmp_path)
    assert code == 0
    assert "monsters  Monsters  cards       4        2" in out
    assert "100" in out
    code, out, _ = pnp("render", "zoo", "--contact", "all.png", cwd=tmp_path)
    assert code == 0
    assert "3 faces on all.png" in out
    assert Image.open(tmp_path / "all.png").width == 1800
    code, out, _ = pnp("render", "zoo", "a", "--as", "png", "--dpi", 100, "--out", "faces", cwd=tmp_path)
    assert code == 0
    [front] = (tmp_path / "faces").rglob("a_front*.png")
    assert Image.open(front).convert("RGB").getpixel((124, 173)) == (0xCC, 0x22, 0x22)


def test_a_build_that_fails_keeps_what_was_there(pnp: Command, tmp_path: Path) -> None:
    (game(tmp_path) / "cards.pdf").write_bytes(pdf([[RED], [GREEN]]))
    spec(tmp_path, 'pictures = "cards.pdf"')
    assert pnp("build", cwd=tmp_path)[0] == 0
    [before] = (tmp_path / "output").rglob("*.pdf")
    content = before.read_bytes()
    (game(tmp_path) / "cards.pdf").write_bytes(b"%PDF-1.7 broken")
    code, _, err = pnp("build", cwd=tmp_path)
    assert code == 1
    assert "components/zoo/cards.pdf is not a PDF, or is damaged" in err
    assert before.read_bytes() == content


def test_a_build_names_pictures_that_may_look_blurred_once_in_one_table(pnp: Command, tmp_path: Path) -> None:
    monsters = folder(tmp_path, files=[("a.png", RED)])
    picture(monsters / "b.png", GREEN, (378, 528))
    picture(monsters / "c.png", GREEN, (252, 352))
    for _ in range(2):  # drawn, then from the cache
        code, out, _ = pnp("build", "--lang", "en", cwd=tmp_path)
        assert code == 0
        assert out.count("pictures printed at less than 200 dots per inch, which may look blurred:") == 1
        table = out.partition("may look blurred:")[2].splitlines()
        assert [line.split() for line in table if "png" in line] == [
            ["zoo", "monsters/c.png", "102"], ["zoo", "monsters/b.png", "152"],
        ]  # fmt: skip


def test_pictures_are_shrunk_on_request(pnp: Command, tmp_path: Path) -> None:
    picture(folder(tmp_path) / "a.png", RED, (1260, 1760))
    code, out, _ = pnp("build", "--lang", "en", "--max-dpi", 300, cwd=tmp_path)
    assert code == 0
    assert "blurred" not in out
    assert (tmp_path / "output" / "zoo" / "zoo_en_a4_full_duplex-long_300dpi.pdf").is_file()
    code, _, err = pnp("build", "--max-dpi", 72, cwd=tmp_path)
    assert code == 1
    assert "--max-dpi must be from 150 to 2400 dots per inch, not 72" in err
