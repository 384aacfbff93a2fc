"""The box beside the spec: tampered counts and rows show where they are, and what only a strict check refuses."""

from __future__ import annotations

import pytest

from pnp.check.game import check_game
from pnp.check.report import GameReport, NoteKind, UnreadableGame, as_document
from pnp.errors import Location, Problem, SpecError
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.terms import Lang

TOML = "components/lowtide/game.toml"
CSV = "components/lowtide/shells.csv"


def change(project: Project, file: str, old: str, new: str) -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def checked(project: Project) -> GameReport:
    return check_game(project, load_game(project, "lowtide", any_box=True))


def wrong(report: GameReport) -> list[tuple[str | None, int, dict[str, int]]]:
    return [(line.name[Lang.EN] if line.name else None, line.says, line.has) for line in report.lines if not line.ok]


def test_an_untouched_box_agrees(project: Project) -> None:
    report = checked(project)
    assert wrong(report) == []
    assert len(report.lines) == 5


def test_a_changed_count_is_a_line_and_not_the_end(copied: Project) -> None:
    change(copied, CSV, "whelk,4", "whelk,3")
    assert wrong(checked(copied)) == [("shells", 13, {"shells": 12})]
    with pytest.raises(SpecError, match="the box has 13, but the deck shells has 12"):
        load_game(copied, "lowtide")


def test_a_deleted_row_is_a_line(copied: Project) -> None:
    change(copied, TOML, '{ id = "tide-6" }, { id = "tide-7" }', '{ id = "tide-6" }')
    assert wrong(checked(copied)) == [("two-faced cards", 7, {"tides": 6})]


def test_pieces_that_the_box_does_not_list_are_a_line_of_their_own(copied: Project) -> None:
    change(copied, TOML, '[[box]]\nname = { fr = "pêcheur", en = "fisher" }\ncount = 1\nof = ["fisher"]\n', "")
    report = checked(copied)
    assert wrong(report) == [(None, 0, {"fisher": 1})]
    assert report.lines[-1].pieces == ("fisher",)


def test_a_box_that_names_no_deck_is_still_refused(copied: Project) -> None:
    change(copied, TOML, 'of = ["fisher"]', 'of = ["fishers"]')
    with pytest.raises(SpecError, match='did you mean "fisher"'):
        checked(copied)


def test_forms_of_a_piece_are_counted_each(copied: Project) -> None:
    change(copied, TOML, 'of = ["fisher"]', 'of = ["fisher", "pebbles"]')
    report = checked(copied)
    assert wrong(report) == [("fisher", 1, {"fisher": 1, "pebbles": 5})]
    assert report.lines[3].pieces == ("fisher", "pebble"), "whichever form is wrong is among them"


def test_pieces_in_two_lines_are_noted(copied: Project) -> None:
    change(copied, TOML, 'of = ["fisher"]', 'of = ["leaf"]')
    report = checked(copied)
    assert (NoteKind.LISTED_TWICE, ("score-leaf",)) in [(note.kind, note.about) for note in report.notes]


def test_a_deck_that_the_engine_does_not_play_with_is_noted(copied: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The leaf is written on and the tides are another form of the pebbles: only the fisher is left over."""
    from tests.check.test_census import Tideless

    class Beach(Tideless):
        def decks(self) -> tuple[str, ...]:
            return ("shells", "pebbles")

        def held(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return {"whelk": 4, "cockle": 4, "oyster": 5, "pebble": 5}

        def spare(self, players: int, options: dict[str, str]) -> dict[str, int]:
            return {}

    monkeypatch.setattr("pnp.check.game.find_engine", lambda project, game_id: Beach)
    change(copied, TOML, 'of = ["tides"]', 'of = ["tides", "pebbles"]')
    report = checked(copied)
    assert (NoteKind.NOT_PLAYED, ("fisher",)) in [(note.kind, note.about) for note in report.notes]
    assert [line.holds for line in report.lines] == [(13,), (5,), (5,), None, None]


def test_the_document_says_it_all(copied: Project) -> None:
    change(copied, CSV, "whelk,4", "whelk,3")
    change(copied, TOML, "[text]", '[[rule]]\nform = "sum"\nof = "shells"\ncolumns = ["cost"]\nis = 3\n\n[text]')
    where = Location("components/torn/game.toml", key="box[1].count")
    unread = UnreadableGame("torn", (Problem(where, "must be a whole number", found='"x"', code="E0204"),))
    document = as_document([checked(copied), unread], strict=False)
    assert (document["format"], document["version"], document["ok"]) == ("pnp-check", 2, False)
    lowtide, torn = document["games"]
    assert torn == {
        "game": "torn", "ok": False,
        "problems": [
            {
                "where": "components/torn/game.toml: box[1].count",
                "location": {"file": "components/torn/game.toml", "key": "box[1].count"},
                "message": 'must be a whole number, not "x"', "hint": "", "code": "E0204",
            }
        ],
    }  # fmt: skip
    assert lowtide["box"][0] == {
        "name": {"fr": "coquillages", "en": "shells"}, "says": 13, "spec": {"shells": 12}, "engine": None, "ok": False,
        "pieces": ["whelk", "cockle", "oyster"],
    }  # fmt: skip
    assert lowtide["engine"] is None
    [rule] = lowtide["rules"]
    assert (rule["number"], rule["form"], rule["of"], rule["ok"]) == (1, "sum", "shells", False)
    assert rule["breaches"] == [
        {
            "value": "", "found": 51,
            "pieces": [{"id": "whelk", "amount": 6}, {"id": "cockle", "amount": 0}, {"id": "oyster", "amount": 45}],
        }
    ]  # fmt: skip
    assert [note["kind"] for note in lowtide["notes"]] == ["no-engine"]
