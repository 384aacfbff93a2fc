"""Pages of the gallery: captions, alt texts, and changes after which a page is made again."""

from __future__ import annotations

from manual.gallery import Shot, _counted, _grid, _listed, _number, _overview, _state, _texts
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Side

FRONT = Shot("koko/full/a.webp", "Owl", "Cards. Owl. Take two", 300, 430, "cards")


def test_copies_are_counted_and_a_shared_back_is_just_a_back() -> None:
    assert _counted(FRONT, 1, 1).caption == "Owl"
    assert _counted(FRONT, 3, 1).caption == "Owl ×3"
    back = Shot("b.webp", "Owl, back", "Cards. Owl, back", 300, 430, "cards", Side.BACK)
    assert _counted(back, 9, 1).caption == "Owl, back"
    shared = _counted(back, 9, 4)
    assert (shared.caption, shared.alt) == ("back", "Cards. Back")


def test_pictures_have_texts_and_sizes_and_no_text_is_taken_for_html() -> None:
    grid = _grid("pieces", [Shot("a.webp", 'the <b> & "c"', 'x "y"', 10, 20)])
    assert 'alt="x &quot;y&quot;" width="10" height="20" loading="lazy"' in grid
    assert "<figcaption>the &lt;b&gt; &amp; &quot;c&quot;</figcaption>" in grid


def test_numbers_read_well() -> None:
    assert _number(1, "piece") == "1 piece"
    assert _number(2, "piece") == "2 pieces"
    assert _listed([4]) == "page 4"
    assert _listed([4, 6]) == "pages 4, 6"


def test_what_is_on_a_card_is_reported(lowtide: Game) -> None:
    deck, design = lowtide.designs()[0]
    told = list(_texts(deck, design.id))
    assert told
    assert not any("*" in text for text in told)


def test_every_game_is_on_the_first_page() -> None:
    project = bundled_project()
    page = _overview([load_game(project, name) for name in project.games()])
    assert all(f'href="{name}.html"' in page and f'src="../{name}.png"' in page for name in project.games())


def test_another_game_is_another_state() -> None:
    assert len({_state(name) for name in bundled_project().games()}) == len(bundled_project().games())
    assert _state("koko") == _state("koko")
