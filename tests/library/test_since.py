"""Only what differs from an earlier build is printed: against its PDF, and against a version in git."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from reportlab.pdfgen.canvas import Canvas

import pnp
from pnp.errors import AuditError, PnpError, option_location
from pnp.library.since import compare_with
from pnp.press.job import Job, Printed, UnchangedError
from pnp.printers import Printer, delete_printer, save_printer
from pnp.project.folders import GameRef, Project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Side
from tests.audit import tamper
from tests.measure import stamped_faces
from tests.own_fonts import LATIN, write_font

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

ART = """
from pathlib import Path

Path({ran!r}).write_text("it ran")
DRAWINGS = {{"starfish": lambda pen: pen.group(pen.circle(0, 0, 40, pen.paint("#dd0000")))}}
"""


def change(project: Project, old: str, new: str, file: str = "components/lowtide/shells.csv") -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def git(project: Project, *words: str) -> None:
    said = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(project.root), *said, *words], check=True, capture_output=True)


def commit(project: Project, tag: str) -> None:
    if not (project.root / ".git").exists():
        git(project, "init", "-q")
    git(project, "add", "components", "templates")
    git(project, "commit", "-q", "-m", tag)
    git(project, "tag", tag)


@pytest.fixture
def earlier(copied: Project, tmp_path: Path) -> Path:
    """A finished build that is kept, and a tag for the same files."""
    commit(copied, "v0.1")
    return Path(shutil.copy(build(copied).pdf, tmp_path / "earlier.pdf"))


def build(project: Project, **options: object) -> Printed:
    out = project.root / "output"
    return pnp.build(GameRef(project, "lowtide"), out=out, offset=(0, 0), **options)  # type: ignore[arg-type]


def stretches(printed: Printed) -> dict[str, list[int]]:
    """The copies of each piece that are on the paper."""
    found: dict[str, list[int]] = {}
    for face in stamped_faces(printed.pdf, 3):
        if face.side == "front":
            found.setdefault(face.piece, []).append(face.copy)
    return found


def edit_everything(project: Project) -> None:
    """A changed card, one more often, one less often, a new one, and one that is replaced."""
    change(project, "whelk,4,Bulot", "whelk,4,Bigorneau")
    change(project, "cockle,4", "cockle,6")
    change(project, "oyster,5", "oyster,3")
    table = project.root / "components/lowtide/shells.csv"
    table.write_text(f'{table.read_text("utf-8").rstrip()}\nlimpet,2,Patelle,Limpet,1,"Colle.","Sticks."\n', "utf-8")
    change(project, '{ id = "tide-7" }', '{ id = "tide-8" }', "components/lowtide/game.toml")
    change(project, "count = 13", "count = 15", "components/lowtide/game.toml")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["a PDF", "a tag"])
def test_what_differs_is_printed_and_nothing_else(copied: Project, earlier: Path, kind: str) -> None:
    since = str(earlier) if kind == "a PDF" else "v0.1"
    edit_everything(copied)
    printed = build(copied, changed_since=since)
    assert stretches(printed) == {"whelk": [1, 2, 3, 4], "cockle": [5, 6], "limpet": [1, 2], "tide-8": [1]}
    changes = printed.changes
    assert changes is not None
    assert (changes.changed, changes.added, changes.more) == (["whelk"], ["limpet", "tide-8"], {"cockle": 2})
    assert changes.removed == {"oyster": 2, "tide-7": 1}
    assert (printed.pieces, printed.whole) == (9, 29)
    report = pnp.audit_file(printed.pdf, start=copied.root)
    assert report.findings == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["a PDF", "a tag"])
def test_where_nothing_differs_nothing_is_written(copied: Project, earlier: Path, kind: str) -> None:
    before = sorted(copied.root.glob("output/*/*"))
    with pytest.raises(UnchangedError) as caught:
        build(copied, changed_since=earlier if kind == "a PDF" else "v0.1")
    assert caught.value.changes.removed == {}
    assert sorted(copied.root.glob("output/*/*")) == before


@pytest.mark.slow
def test_it_works_together_with_only(copied: Project, earlier: Path) -> None:
    edit_everything(copied)
    printed = build(copied, changed_since=earlier, only=["shells,cost=0", "tides"])
    assert stretches(printed) == {"cockle": [5, 6], "tide-8": [1]}
    assert pnp.audit_file(printed.pdf, start=copied.root).findings == []


@pytest.mark.slow
def test_pieces_that_are_only_gone_are_said_and_nothing_is_printed(copied: Project, earlier: Path) -> None:
    change(copied, "oyster,5", "oyster,4")
    change(copied, "count = 13", "count = 12", "components/lowtide/game.toml")
    with pytest.raises(UnchangedError) as caught:
        build(copied, changed_since=earlier)
    assert caught.value.changes.removed == {"oyster": 1}


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["a PDF", "a tag"])
def test_a_face_that_looks_the_same_is_the_same(copied: Project, earlier: Path, kind: str) -> None:
    """Another way to write the same picture is no reason to cut a card again; a dot of half a millimetre is."""
    since = str(earlier) if kind == "a PDF" else "v0.1"
    template = "templates/lowtide/shell.svg.j2"
    change(copied, "{% endblock %}", "<!-- a remark --><g/>{% endblock %}", template)
    with pytest.raises(UnchangedError):
        build(copied, changed_since=since)
    dot = '<circle cx="8" cy="8" r="0.25" fill="#aa0000"/>'
    change(copied, "<g/>", f'{{% if piece.id == "oyster" %}}{dot}{{% endif %}}', template)
    assert stretches(build(copied, changed_since=since)) == {"oyster": [1, 2, 3, 4, 5]}


@pytest.mark.slow
def test_a_changed_back_counts(copied: Project, earlier: Path) -> None:
    dot = '<circle cx="8" cy="8" r="3" fill="#aa0000"/>{% endblock %}'
    change(copied, "{% endblock %}", dot, "templates/lowtide/wave.svg.j2")
    assert set(stretches(build(copied, changed_since=earlier))) == {"whelk", "cockle", "oyster"}
    with pytest.raises(UnchangedError):  # nobody prints backs here
        build(copied, changed_since=earlier, sides="fronts")


@pytest.mark.slow
def test_another_size_means_all_pieces_of_the_deck(copied: Project, earlier: Path) -> None:
    change(copied, "size = [25, 40]", "size = [25, 41]", "components/lowtide/game.toml")
    assert stretches(build(copied, changed_since=earlier)) == {"fisher": [1]}


@pytest.mark.slow
def test_bleed_paper_and_marks_are_no_difference(copied: Project, earlier: Path, tmp_path: Path) -> None:
    with pytest.raises(UnchangedError):
        build(copied, changed_since=earlier, bleed=2, paper="letter", mark="v0.2", sides="fold")
    marked = shutil.copy(build(copied, mark="v0.1").pdf, tmp_path / "marked.pdf")
    change(copied, "whelk,4,Bulot", "whelk,4,Bigorneau")
    assert stretches(build(copied, changed_since=marked, mark="v0.2")) == {"whelk": [1, 2, 3, 4]}


@pytest.mark.slow
def test_memo_cards_are_no_pieces_to_take_out(copied: Project, tmp_path: Path) -> None:
    with_memo = shutil.copy(build(copied, with_memo=True).pdf, tmp_path / "memo.pdf")
    change(copied, "whelk,4,Bulot", "whelk,4,Bigorneau")
    printed = build(copied, changed_since=with_memo)
    assert stretches(printed) == {"whelk": [1, 2, 3, 4]}
    assert printed.changes is not None
    assert printed.changes.removed == {}


@pytest.mark.slow
def test_an_earlier_selection_is_said_to_be_one(copied: Project, earlier: Path, tmp_path: Path) -> None:
    some = shutil.copy(build(copied, only=["shells"]).pdf, tmp_path / "some.pdf")
    changes = build(copied, changed_since=some).changes
    assert changes is not None
    assert changes.partial
    assert not {"whelk", "cockle", "oyster"} & {name for name, _, _ in changes.pieces}


@pytest.mark.slow
def test_another_language_ink_or_game_is_refused(copied: Project, earlier: Path) -> None:
    for options in ({"lang": "en"}, {"ink": "low"}):
        with pytest.raises(PnpError, match=r"hint: add --lang fr --ink full to compare with it"):
            build(copied, changed_since=earlier, **options)
    with pytest.raises(AuditError, match=r'is a build of "lowtide", not of winston'):
        pnp.build("winston", changed_since=earlier, out=copied.root / "output")


@pytest.mark.slow
def test_a_face_that_was_changed_in_the_file_is_printed_again(copied: Project, earlier: Path, tmp_path: Path) -> None:
    path = tamper.tampered(earlier, tmp_path / "edited.pdf", lambda pdf: tamper.redraw(pdf.pages[2], 4))
    assert stretches(build(copied, changed_since=path)) == {"cockle": [1, 2, 3, 4]}


def foreign() -> bytes:
    out = BytesIO()
    canvas = Canvas(out)
    canvas.drawString(100, 100, "not a sheet")
    canvas.save()
    return out.getvalue()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is an empty file, not a PDF"),
        (b"hello", "is not a PDF"),
        (foreign(), "is not a sheet PDF made by pnp: it has no pnp ticket"),
        (foreign()[:400], "is damaged: "),
    ],
    ids=["empty", "text", "foreign", "cut off"],
)
def test_a_file_that_pnp_did_not_make_is_refused(copied: Project, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "other.PDF"
    path.write_bytes(content)
    with pytest.raises(PnpError, match=message):
        build(copied, changed_since=path)


def test_a_tag_that_git_does_not_know_lists_those_nearby(copied: Project, earlier: Path) -> None:
    message = r'^--changed-since must be an earlier PDF, a tag, a branch or a commit, not "v0.2" \[E1307\]\n'
    with pytest.raises(PnpError, match=message + r'  hint: did you mean "v0.1"\? known: .*v0.1') as caught:
        build(copied, changed_since="v0.2")
    assert caught.value.problems[0].where == option_location("--changed-since")
    for name in ("--help", "", "v0.1:components", "gone.pdf", "a\nb", "v0.1^{tree}"):
        with pytest.raises(PnpError, match="must be an earlier PDF, a tag, a branch or a commit, not"):
            build(copied, changed_since=name)


@pytest.mark.slow
def test_a_branch_and_a_commit_do_as_well(copied: Project, earlier: Path) -> None:
    git(copied, "branch", "prototype")
    edit_everything(copied)
    commit(copied, "v0.2")
    for name in ("prototype", "HEAD~1"):
        assert len(stretches(build(copied, changed_since=name))) == 4
    with pytest.raises(UnchangedError):
        build(copied, changed_since="HEAD")


@pytest.mark.slow
def test_a_project_below_the_root_of_its_repository(project: Project, tmp_path: Path) -> None:
    shutil.copytree(project.root, tmp_path / "repo" / "games" / "mine")
    mine = Project(tmp_path / "repo" / "games" / "mine")
    git(Project(tmp_path / "repo"), "init", "-q")
    git(Project(tmp_path / "repo"), "add", ".")
    git(Project(tmp_path / "repo"), "commit", "-q", "-m", "one")
    change(mine, "whelk,4,Bulot", "whelk,4,Bigorneau")
    assert list(stretches(build(mine, changed_since="HEAD"))) == ["whelk"]


@pytest.mark.slow
def test_a_file_comes_before_a_tag_of_the_same_name(
    copied: Project, earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_everything(copied)
    commit(copied, "earlier.pdf")
    monkeypatch.chdir(earlier.parent)
    assert len(stretches(build(copied, changed_since="earlier.pdf"))) == 4
    earlier.unlink()
    with pytest.raises(UnchangedError):
        build(copied, changed_since="earlier.pdf")


def test_without_a_repository_or_without_git_it_is_said(
    copied: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    with pytest.raises(PnpError, match=r'"v0.1" is not a PDF, and .* is not a git repository'):
        build(copied, changed_since="v0.1")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PnpError, match="install git, or give a PDF"):
        build(copied, changed_since="v0.1")


def test_code_of_an_earlier_version_runs_only_with_permission(copied: Project, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    code = copied.components / "lowtide" / "art.py"
    code.write_text(ART.format(ran=str(ran)), "utf-8")
    commit(copied, "v0.1")
    code.unlink()
    change(copied, "whelk,4,Bulot", "whelk,4,Bigorneau")
    with pytest.raises(PnpError) as caught:
        build(copied, changed_since="v0.1")
    assert str(caught.value).startswith("v0.1:components/lowtide/art.py needs your permission to run [E1301]")
    assert not ran.exists()
    body = '{% extends "face.svg.j2" %}{% block body %}{{ art("starfish", 11, 11, 0.1) }}{% endblock %}'
    (copied.templates / "lowtide" / "pebble.svg.j2").write_text(body, "utf-8")
    code.write_text(ART.format(ran=str(ran)), "utf-8")
    commit(copied, "v0.2")
    change(copied, "whelk,4,Bigorneau", "whelk,4,Bulot")
    allowed = Project(copied.root, allow_code=True)
    assert list(stretches(build(allowed, changed_since="v0.2"))) == ["whelk"]
    assert ran.exists()


def test_nothing_that_a_repository_names_is_run(copied: Project, earlier: Path, tmp_path: Path) -> None:
    """Filters, monitors and pagers in a repository's settings are programs that git would run."""
    ran = tmp_path / "ran"
    (copied.root / ".gitattributes").write_text("* filter=evil export-subst\n", "utf-8")
    git(copied, "add", ".gitattributes")
    git(copied, "commit", "-q", "-m", "attributes")
    for key in ("filter.evil.smudge", "filter.evil.process", "core.fsmonitor", "core.pager", "pager.ls-tree"):
        git(copied, "config", key, f"touch {ran}; cat")
    with pytest.raises(UnchangedError):
        build(copied, changed_since="HEAD")
    assert not ran.exists()


def test_a_mistake_in_an_earlier_version_names_the_version(copied: Project) -> None:
    change(copied, "title = ", "titel = ", "components/lowtide/game.toml")
    commit(copied, "v0.1")
    change(copied, "titel = ", "title = ", "components/lowtide/game.toml")
    with pytest.raises(PnpError, match=r"^v0.1:components/lowtide/game.toml: titel is not a known key") as caught:
        build(copied, changed_since="v0.1")
    where = caught.value.problems[0].where
    assert (where.file, where.key) == ("v0.1:components/lowtide/game.toml", "titel")


def test_a_version_in_other_languages_is_refused(copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    kept = spec.read_text("utf-8")
    deck = 'size = "poker"\nrows = [{ id = "whelk" }]\nfront = "tide.svg.j2"\n'
    spec.write_text(f'title = "Marée basse"\nlanguages = "fr"\n[decks.shells]\n{deck}', "utf-8")
    commit(copied, "v0.1")
    spec.write_text(kept, "utf-8")
    with pytest.raises(PnpError, match=r"that version is available in fr, not in en"):
        build(copied, changed_since="v0.1", lang="en")


def test_links_in_an_earlier_version_lead_nowhere(copied: Project, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    table = copied.components / "lowtide" / "shells.csv"
    shutil.copy(table, secret)
    table.unlink()
    table.symlink_to(secret)
    commit(copied, "v0.1")
    table.unlink()
    shutil.copy(secret, table)
    with pytest.raises(PnpError, match=r"^v0.1:.*: there is no file \"shells.csv\""):
        build(copied, changed_since="v0.1")


@pytest.mark.slow
def test_a_bleed_of_backs_and_a_crooked_printer_make_no_difference(copied: Project, tmp_path: Path) -> None:
    save_printer("crooked", Printer((0.5, -1), 0.3, 0.997))
    earlier = shutil.copy(build(copied, back_bleed=5, printer="crooked").pdf, tmp_path / "earlier.pdf")
    delete_printer("crooked")
    with pytest.raises(UnchangedError):
        build(copied, changed_since=earlier)
    change(copied, "whelk,4,Bulot", "whelk,4,Bigorneau")
    assert stretches(build(copied, changed_since=earlier, back_bleed=4)) == {"whelk": [1, 2, 3, 4]}


@pytest.mark.slow
def test_the_earlier_file_is_left_as_it_is(copied: Project, earlier: Path) -> None:
    content = earlier.read_bytes()
    edit_everything(copied)
    build(copied, changed_since=earlier)
    assert earlier.read_bytes() == content
    with pikepdf.open(earlier) as pdf:
        assert len(pdf.pages) == 7
    assert load_game(copied, "lowtide").count == 29


def test_faces_are_shown_as_they_were_in_the_fonts_that_they_had(copied: Project, tmp_path: Path) -> None:
    """For pages that put old and new side by side: changed sides, and fronts of what is gone."""
    font = write_font(copied.root / "fonts" / "boxes.ttf", "Boxes", LATIN)
    body = (
        '{% extends "face.svg.j2" %}{% block body %}{{ text("Ahoy", 8, 8, 40, 9, size=5, font="Boxes") }}{% endblock %}'
    )
    (copied.templates / "lowtide" / "shell.svg.j2").write_text(body, "utf-8")
    git(copied, "init", "-q")
    git(copied, "add", "fonts")
    commit(copied, "v0.1")
    write_font(font, "Boxes", LATIN, widths={"A": 900})
    change(copied, '{ id = "tide-7" }', '{ id = "tide-8" }', "components/lowtide/game.toml")
    job = Job(Layout(parse_paper("a4"), Sides.DUPLEX_LONG))
    found = compare_with(GameRef(copied, "lowtide"), job, "v0.1", Cache.disabled(), tmp_path)
    assert found.changes.sides == {"whelk": ["front"], "cockle": ["front"], "oyster": ["front"]}
    faces = {(face.drawing, face.side): face for face in found.faces}
    assert set(faces) == {("whelk", "front"), ("cockle", "front"), ("oyster", "front"), ("tide-7", "front")}
    assert (faces["whelk", Side.FRONT].width, faces["whelk", Side.FRONT].bleed) == (44, 3)
    (old,) = found.fonts
    assert old.family in (tmp_path / faces["whelk", Side.FRONT].file).read_text("utf-8")
    font_then = TTFont(tmp_path / old.file)
    assert font_then["hmtx"][font_then.getBestCmap()[ord("A")]][0] == 600
