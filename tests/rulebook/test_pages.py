"""Pages are full, end in good places, and nothing is divided or higher than its page."""

from pnp.rulebook.pages import FACTORS, NEVER, Atom, balanced, paginate

ONE = (1.0,) * len(FACTORS)


def atom(kind: str, height: float, *, ends: bool = False, drawn: bool = False) -> Atom:
    heights = tuple(height * factor for factor in FACTORS) if drawn else tuple(height * one for one in ONE)
    return Atom(kind, heights, 2.0, introduces=ends)


def starts(atoms: list[Atom], room: float, columns: int = 1) -> list[int]:
    parts = paginate(atoms, [], room, columns).parts
    return [0] + [at for at, part in enumerate(parts) if part.breaks]


def test_a_heading_never_ends_a_page() -> None:
    atoms = [atom("text", 40), atom("text", 40), atom("heading1", 10), atom("heading2", 6), atom("text", 30)]
    assert starts(atoms, 105) == [0, 2]


def test_a_figure_stays_with_its_text() -> None:
    atoms = [atom("text", 60), atom("text", 20), atom("figures", 30), atom("text", 40), atom("text", 30)]
    assert starts(atoms, 100) == [0, 1, 4]
    assert starts([atom("text", 40), atom("text", 10, ends=True), atom("item", 30), atom("text", 20)], 70) == [0, 1]


def test_pages_are_filled_and_figures_grow_or_shrink_for_that() -> None:
    atoms = [atom("text", 40), atom("figures", 50, drawn=True), atom("heading1", 10), atom("text", 80)]
    division = paginate(atoms, [], 110, 1)
    first = division.parts[:2]
    assert [part.breaks for part in division.parts] == [False, False, True, False]
    assert first[1].factor > 1
    filled = 40 + 50 * first[1].factor + first[1].gap
    assert 100 < filled <= 110
    tight = paginate(atoms[:2], [], 85, 1)
    assert tight.columns == 1
    assert tight.parts[1].factor < 1


def test_what_is_higher_than_a_page_has_one_for_itself() -> None:
    division = paginate([atom("text", 40), atom("table", 150), atom("text", 40)], [], 100, 1)
    assert [part.breaks for part in division.parts] == [False, True, True]
    assert division.cost >= NEVER


def test_the_columns_of_the_last_page_are_even() -> None:
    atoms = [atom("text", 9) for _ in range(6)]
    assert [at for at, part in enumerate(balanced(atoms, [], 100, 2)) if part.breaks] == [3]
    headed = [atom("text", 9), atom("text", 9), atom("heading2", 9), atom("text", 9), atom("text", 9)]
    assert [at for at, part in enumerate(balanced(headed, [], 100, 2)) if part.breaks] == [2]
