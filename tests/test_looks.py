"""Looks: copies of one row that differ in their faces, and in nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest

import pnp
from pnp.audit.audit import audit_file
from pnp.audit.report import Check
from pnp.errors import PnpError, SpecError
from pnp.library.faces import render_faces, write_contact_sheet, write_faces
from pnp.press.job import Printed, UnchangedError
from pnp.project.folders import GameRef, Project
from pnp.spec.deck import expand_pieces
from pnp.spec.load import load_game
from tests.measure import stamped_faces

TABLE = "components/lowtide/shells.csv"
SPEC = "components/lowtide/game.toml"
TEMPLATE = "templates/lowtide/shell.svg.j2"
SHOWN = '{{ text("look " ~ look, 6, 36, 20, 5) }}\n{% endblock %}'


def change(project: Project, old: str, new: str, file: str = TABLE) -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def give_looks(project: Project, looks: str) -> Project:
    """The project with that number of looks for the oyster, of which there are five."""
    change(project, "id,count,", "id,looks,count,")
    for name, given in (("whelk", ""), ("cockle", ""), ("oyster", looks)):
        change(project, f"\n{name},", f"\n{name},{given},")
    return project


@pytest.fixture
def looked(copied: Project) -> Project:
    change(copied, "{% endblock %}", SHOWN, TEMPLATE)
    return give_looks(copied, "3")


def build(project: Project, **options: object) -> Printed:
    out = project.root / "output"
    return pnp.build(GameRef(project, "lowtide"), out=out, offset=(0, 0), **options)  # type: ignore[arg-type]


def fronts(printed: Printed, piece: str) -> dict[int, str]:
    """The face that each copy of a piece shows."""
    faces = stamped_faces(printed.pdf, 3)
    return {face.copy: str(face.face) for face in faces if face.piece == piece and face.side == "front"}


def test_copies_take_looks_in_turn(looked: Project) -> None:
    pieces = [piece for piece in expand_pieces(load_game(looked, "lowtide")) if piece.id == "oyster"]
    assert [piece.look for piece in pieces] == [1, 2, 3, 1, 2]
    faces = fronts(build(looked), "oyster")
    assert [faces[copy] == faces[1] for copy in range(1, 6)] == [True, False, False, True, False]
    assert faces[2] == faces[5] != faces[3]
    assert len(set(fronts(build(looked), "whelk").values())) == 1


def test_all_but_faces_sees_one_card(looked: Project, project: Project) -> None:
    one, other = load_game(project, "lowtide"), load_game(looked, "lowtide")
    assert [design.looks for design in other.decks["shells"].designs] == [1, 1, 3]
    assert one.model_dump_json() == other.model_dump_json()


def test_a_face_does_not_know_its_copy(looked: Project) -> None:
    change(looked, '"look " ~ look', "piece.copy", TEMPLATE)
    with pytest.raises(PnpError, match="piece has no 'copy'"):
        build(looked)


def test_the_audit_knows_the_look_of_each_copy(looked: Project) -> None:
    printed = build(looked)
    assert not audit_file(printed.pdf, looked.root).findings
    changed = looked.root / "changed.pdf"
    with pikepdf.open(printed.pdf) as pdf:
        for page in pdf.pages:
            page.contents_coalesce()
            said = page.Contents.read_bytes()
            page.Contents.write(said.replace(b"/Copy 2 /Look 2", b"/Copy 2 /Look 3"))
        pdf.save(changed)
    said_of = audit_file(changed, looked.root).findings
    assert any(each.check is Check.LOOKS and "oyster (2) front has look 3, not 2" in each.text for each in said_of)


def test_every_look_is_rendered(looked: Project, tmp_path: Path) -> None:
    faces = render_faces(GameRef(looked, "lowtide"), ["oyster"], sides=["front"])
    assert [face.look for face in faces] == [1, 2, 3]
    files = write_faces(faces, tmp_path, "fr")
    assert [file.name for file in files] == [
        "oyster_front_fr.svg", "oyster_look2_front_fr.svg", "oyster_look3_front_fr.svg",
    ]  # fmt: skip
    assert write_contact_sheet(faces, tmp_path / "all.png") == 3


@pytest.mark.slow
def test_a_new_look_is_a_change(looked: Project, tmp_path: Path) -> None:
    earlier = Path(shutil.copy(build(looked).pdf, tmp_path / "earlier.pdf"))
    with pytest.raises(UnchangedError):
        build(looked, changed_since=str(earlier))
    change(looked, "oyster,3,5", "oyster,3,6")
    change(looked, "count = 13", "count = 14", SPEC)
    assert set(fronts(build(looked, changed_since=str(earlier)), "oyster")) == {6}
    change(looked, "oyster,3,6", "oyster,2,5")
    change(looked, "count = 14", "count = 13", SPEC)
    assert set(fronts(build(looked, changed_since=str(earlier)), "oyster")) == {1, 2, 3, 4, 5}


def test_more_looks_than_copies_are_not_drawn(copied: Project) -> None:
    give_looks(copied, "9")
    faces = render_faces(GameRef(copied, "lowtide"), ["oyster"], sides=["front"])
    assert [face.look for face in faces] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("given", ["0", "100", "two"])
def test_looks_are_a_whole_number(copied: Project, given: str) -> None:
    give_looks(copied, given)
    with pytest.raises(SpecError) as caught:
        load_game(copied, "lowtide")
    [problem] = caught.value.problems
    assert (problem.where.line, problem.where.row, problem.where.column) == (4, 4, "looks")
    assert str(problem.where).endswith("shells.csv:4: looks")
    assert problem.message == "must be a whole number from 1 to 99"


def test_loose_tables_have_looks_too_unless_they_declare_the_column(copied: Project) -> None:
    give_looks(copied, "2")
    change(copied, "strict = true\n", "", SPEC)
    design = load_game(copied, "lowtide").decks["shells"].designs[2]
    assert (design.looks, "looks" in design.fields) == (2, False)
    declared = '[decks.shells.columns]\nlooks = { default = "plain" }\n'
    change(copied, "[decks.shells.columns]\n", declared, SPEC)
    design = load_game(copied, "lowtide").decks["shells"].designs[2]
    assert (design.looks, design.fields["looks"]) == (1, "2")
