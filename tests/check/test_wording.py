"""A check as people read it: places, pieces and words, the same for the command and for pages."""

from __future__ import annotations

import json
from dataclasses import asdict

import pnp
from pnp.check.game import check_game
from pnp.check.report import as_document
from pnp.check.wording import NamedPiece, ReportText, describe_report, result_sentence
from pnp.project.folders import GameRef, Project
from pnp.spec.load import load_game
from pnp.terms import Lang

TOML, CSV = "components/lowtide/game.toml", "components/lowtide/shells.csv"
RULE = """
[[rule]]
form = "each"
of = "shells"
by = "cost"
is = 4
"""


def told(project: Project) -> ReportText:
    return describe_report(check_game(project, load_game(project, "lowtide", any_box=True)), Lang.EN)


def append(project: Project, text: str) -> None:
    path = project.root / TOML
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def test_a_line_that_disagrees_has_its_place_and_its_rows(copied: Project) -> None:
    path = copied.root / CSV
    path.write_text(path.read_text("utf-8").replace("whelk,4", "whelk,3"), "utf-8")
    (line,) = [line for line in told(copied).lines if not line.ok]
    assert (line.where, line.name, line.says, line.spec) == (f"{TOML}: box[1]", "shells", "13", "12")
    assert line.location == {"file": TOML, "key": "box[1]"}
    assert line.pieces[0] == NamedPiece("shells", "whelk", 3)


def test_a_broken_rule_names_its_place_and_the_pieces_that_break_it(copied: Project) -> None:
    append(copied, RULE)
    (rule,) = told(copied).rules
    assert (rule.ok, rule.where) == (False, f"{TOML}: rule[1]")
    assert rule.location == {"file": TOML, "key": "rule[1]"}
    breach = rule.breaches[0]
    assert breach.text.startswith(f"{breach.short} – ")
    assert {piece.deck for piece in breach.pieces} == {"shells"}


def test_slips_have_their_rows_and_all_is_plain_data_in_the_language_that_is_asked_for(project: Project) -> None:
    report = pnp.check_game(GameRef(project, "lowtide"))
    french = describe_report(report, Lang.FR)
    (slip,) = french.slips
    assert (slip.where, slip.found, slip.instead) == (f"{CSV}:3: rule_fr", "c'est", "c’est")
    assert slip.location == {"file": CSV, "line": 3, "row": 3, "column": "rule_fr"}
    assert [(piece.deck, piece.piece) for piece in slip.pieces] == [("shells", "cockle")]
    assert as_document([report], strict=False)["games"][0]["typography"] == [
        {
            "kind": "apostrophe", "where": f"{CSV}:3: rule_fr", "location": slip.location, "rows": [3],
            "lang": "fr", "found": "c'est", "instead": "c’est",
        }
    ]  # fmt: skip
    assert french.lines[0].name == "coquillages"
    assert "pas de moteur pour ce jeu" in french.notes
    assert json.loads(json.dumps(asdict(french)))["total"] == ["27", "27", None]
    assert result_sentence(report, strict=False, lang=Lang.EN).startswith("lowtide: all agree")
    assert result_sentence(report, strict=True, lang=Lang.EN) == "lowtide: 3 disagreements"
