"""A designer's own rules, in a folder outside the repository: all that the bundled games have, with permission."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pyarrow.parquet
import pytest

import pnp
import pnp.play.registry
from pnp.errors import SpecError
from pnp.games.winston import GAME
from pnp.play.bots import make_bots
from pnp.play.core import OVER, Rules
from pnp.play.registry import find_game_module, playable_games
from pnp.project.code import has_code, trust, trusted_folders, untrust
from pnp.project.folders import Project
from pnp.sim.folder import resume_folder
from pnp.sim.setup import make_setup
from pnp.terms import Lang
from tests.cli.command import Result, run_command
from tests.loading import load_rules
from tests.own_game import PAGE, unpack_game
from tests.sim.runs import finish, played

Run = Callable[..., Result]
RULES = "components/lowtide/rules.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "config"))
    return unpack_game(tmp_path / "mine")


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return lambda *words: run_command(words, folder, capsys, monkeypatch)


@pytest.fixture
def rules(folder: Path) -> Rules:
    return load_rules("lowtide", folder, allow_code=True)


def edit(folder: Path, old: str, new: str, file: str = RULES) -> None:
    source = (folder / file).read_text("utf-8")
    assert source.count(old) >= 1
    (folder / file).write_text(source.replace(old, new, 1), "utf-8")


def test_the_game_of_the_page_is_short() -> None:
    source = PAGE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    assert len([line for line in source.splitlines() if line.strip()]) <= 65


@pytest.mark.slow
def test_every_command_works_on_it(run: Run, folder: Path) -> None:
    trust(folder)
    for words in (
        ("check", "--strict", "--lang", "en"),
        ("build", "--lang", "en"),
        ("memo", "--lang", "en"),
        ("memo", "--check"),
        ("stats", "lowtide"),
        ("tournament", "lowtide", "--bots", "search:20,greedy", "--games", 4, "--jobs", 1, "--lang", "en"),
        ("tournament", "lowtide", "--bots", "greedy,random", "--games", 4, "--jobs", 2, "--lang", "en"),
        ("simulate", "lowtide", "--games", 12, "--jobs", 2, "--lang", "en"),
        ("simulate", "lowtide", "--games", 4, "--bots", "search:10", "--jobs", 1, "--out", "searched"),
        ("sweep", "lowtide", "--set", "purse=2,4", "--games", 6, "--jobs", 1, "--lang", "en"),
        ("compare", "output/lowtide/sweep/purse=2", "output/lowtide/sweep/purse=4", "--lang", "en"),
        ("audit", "output/lowtide/lowtide_en_a4_full_duplex-long.pdf"),
    ):
        code, out, err = run(*words)
        assert code == 0, (words, out, err)
    for file in ("run/report.html", "run/games.parquet", "run/usage.csv", "sweep/sweep.csv"):
        assert (folder / "output" / "lowtide" / file).is_file()
    assert "Razor clam" in (folder / "output/lowtide/run/usage.csv").read_text("utf-8")


def test_a_sweep_takes_another_deck(run: Run, folder: Path) -> None:
    trust(folder)
    table = (folder / "components/lowtide/shells.csv").read_text("utf-8")
    (folder / "cheap.csv").write_text(table.replace("Oyster,5", "Oyster,4"), "utf-8")
    code, out, err = run("sweep", "lowtide", "--deck", "cheap.csv", "--games", 6, "--jobs", 1, "--lang", "en")
    assert code == 0, err
    assert "cheap" in out


def test_it_is_played_saved_and_replayed(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trust(folder)
    typed = iter(["1", "s saved.txt", "s nowhere/saved.txt", "1", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    code, out, err = run("play", "lowtide", "--lang", "en", "--seed", "3")
    assert code == 0
    assert "take from the beach" in out
    assert "nowhere/saved.txt cannot be written: No such file or directory [E0101]" in err
    assert next(typed, None) is None, "a file that cannot be written does not end the game"
    code, out, _ = run("replay", "saved.txt")
    assert code == 0
    assert "Moves: 4." in out


def test_without_permission_nothing_runs(run: Run, folder: Path) -> None:
    edit(folder, "BEACH,", "open('ran', 'w').close()\nBEACH,")
    for words in (
        ("check",),
        ("play", "lowtide"),
        ("tournament", "lowtide"),
        ("simulate", "lowtide", "--games", 2),
        ("sweep", "lowtide", "--set", "purse=2,4"),
        ("memo",),
    ):
        code, _, err = run(*words)
        assert code == 1, words
        assert f"{RULES} needs your permission to run [E1301]" in err, words
        assert "--allow-code" in err
        assert "pnp trust" in err
    assert not (folder / "ran").exists()
    assert run("build")[0] == 0, "a build needs no rules"
    assert run("games")[0] == 0
    assert not (folder / "ran").exists()
    assert run("check", "--allow-code")[0] == 0
    assert (folder / "ran").exists()


def test_broken_rules_stop_no_build(run: Run, folder: Path) -> None:
    edit(folder, "def current(self)", "def current(self")
    assert run("build")[0] == 0
    code, _, err = run("check", "--allow-code")
    assert code == 1
    assert "rules.py:21 is not Python: " in err


def test_a_bundled_game_never_stands_in_for_code_without_permission(run: Run, folder: Path) -> None:
    shutil.move(folder / "components/lowtide", folder / "components/winston")
    shutil.move(folder / "templates/lowtide", folder / "templates/winston")
    code, _, err = run("simulate", "winston", "--games", 2)
    assert code == 1
    assert "components/winston/rules.py needs your permission to run" in err
    code, _, err = run("simulate", "winston", "--games", 2, "--jobs", 1, "--allow-code", "--lang", "en")
    assert code == 0, err
    assert "Whelk" in (folder / "output/winston/run/usage.csv").read_text("utf-8")


def test_trust_is_kept_listed_and_taken_back(run: Run, folder: Path, tmp_path: Path) -> None:
    assert trusted_folders() == []
    assert run("trust") == (0, f"trusted: {folder}\n", "")
    assert run("trust", "--list") == (0, f"{folder}\n", "")
    assert run("check")[0] == 0
    assert run("trust", "--forget")[0] == 0
    assert run("check")[0] == 1
    assert not untrust(folder)
    trust(tmp_path)
    assert run("check")[0] == 0, "a folder inside one that is trusted is trusted"
    assert run("trust", tmp_path / "nowhere")[0] == 1
    (tmp_path / "config" / "trusted.json").write_text("[]")
    code, _, err = run("check")
    assert code == 1
    assert "trusted.json" in err


def test_declared_fields_hold_at_every_step(rules: Rules) -> None:
    """Census, clones, positions, what is hidden: all from the fields that the state declares."""
    manifest = rules.manifest()
    for seed in range(6):
        players = 2 + seed % 3
        rng = Random(seed)
        state = rules.new(players, seed, {"purse": ("2", "4")[seed % 2]})
        hidden = set()
        while state.current() != OVER:
            legal = state.legal()
            assert legal == sorted(set(legal))
            assert state.census() == manifest
            before = state.encode()
            again = rules.decode(before)
            assert (again.encode(), again.legal()) == (before, legal)
            for player in range(players):
                other = state.determinize(player, rng)
                assert other.observe(player) == state.observe(player)
                assert other.census() == manifest
                hidden.add(other.encode() == before)
                assert rules.show(other, player, Lang.EN) == rules.show(state, player, Lang.EN)
            words = [rules.describe(state, action, Lang.FR) for action in legal]
            assert len(set(words)) == len(words)
            twin = state.clone()
            twin.apply(legal[-1])
            assert state.encode() == before
            state.apply(rng.choice(legal))
        assert hidden == {True, False} or hidden == {False}
        assert state.winners()
        assert rules.endings()[state.ending()]


def test_rows_in_another_order_misread_no_position(rules: Rules) -> None:
    state = rules.new(3, 5)
    shells = rules.spec.decks["shells"]
    turned = shells.model_copy(update={"designs": list(reversed(shells.designs))})
    assert isinstance(rules.parts, pnp.play.registry.GameModule)
    other = rules.parts.make_rules(rules.spec.model_copy(update={"decks": {"shells": turned}}))
    assert other.decode(state.encode()).encode() == state.encode()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("turn=", "turn=9"),
        lambda text: text.replace("cockle", "cuckoo", 1),
        lambda text: text.replace("sand=", "sand=cockle,", 1),
        lambda text: text.replace("pebbles=", "pebbles=x", 1),
        lambda text: text.replace("players=2", "players=7"),
        lambda text: text.replace("options=", "options=purse:9", 1),
        lambda text: f"{text} more=1",
        lambda text: "",
        lambda text: text.replace("sand=", "sand=cockle*99999999,", 1),
    ],
)
def test_a_position_that_cannot_be_is_refused(rules: Rules, spoil: Callable[[str], str]) -> None:
    text = rules.new(2, 1).encode()
    assert rules.decode(text).encode() == text
    with pytest.raises(SpecError, match=r'^lowtide: position "'):
        rules.decode(spoil(text))


def test_greedy_and_search_play_by_the_lead_in_points(rules: Rules) -> None:
    won = {"greedy": 0.0, "search:60": 0.0}
    for name in won:
        for seed in range(8):
            state = rules.new(2, seed)
            bots = make_bots(rules, f"{name},random" if seed % 2 else f"random,{name}", 2, seed)
            while (player := state.current()) != OVER:
                state.apply(bots[player].choose(state.observe(player), state.legal()))
            won[name] += ((seed + 1) % 2 in state.winners()) / len(state.winners())
    assert won["greedy"] > 5
    assert won["search:60"] > 5


def test_siblings_are_imported_with_a_dot(run: Run, folder: Path) -> None:
    trust(folder)
    (folder / "components/lowtide/shore.py").write_text("BEACH, DIG_COST, WAGE, PURSE = 3, 1, 2, 6\n", "utf-8")
    edit(folder, "BEACH, DIG_COST, WAGE, PURSE = 3, 1, 2, 6", "from .shore import BEACH, DIG_COST, PURSE, WAGE")
    assert run("simulate", "lowtide", "--games", 4, "--jobs", 2)[0] == 0
    edit(folder, "from .shore import", "from shore import")
    code, _, err = run("check")
    assert code == 1
    assert "No module named 'shore'" in err
    edit(folder, "from shore import", "from .sure import")
    code, _, err = run("check")
    assert code == 1
    assert "rules.py:" in err
    assert 'did you mean "shore"?' in err


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("def current(self)", "def current(self", "rules.py:21 is not Python: "),
        ("GAME = GameModule(rules=TideRules)", "", "rules.py has no GameModule [E1303]"),
        ("GAME = ", "OTHER = GAME = GameModule()\nMORE = ", "rules.py has 2 GameModules, but must have one [E1303]"),
        ("BEACH, DIG_COST", "1 / 0\nBEACH, DIG_COST", "rules.py:8: ZeroDivisionError"),
        ('self.rules.value(action, "cost")', 'self.rules.value(action, "price")', "KeyError: 'price'"),
        (
            "sand: Hidden",
            "sand: dict",
            "field sand must be int, bool, str, Card, a list of these, Hands or Hidden",
        ),
    ],
)
def test_mistakes_in_the_code_have_a_line_and_no_traceback(
    run: Run, folder: Path, old: str, new: str, says: str
) -> None:
    trust(folder)
    edit(folder, old, new)
    for jobs in (1, 2):
        code, _, err = run("simulate", "lowtide", "--games", 8, "--jobs", jobs, "--out", f"out{jobs}")
        assert code == 1
        assert says in err, err


def test_the_hash_of_the_code_guards_a_run(folder: Path) -> None:
    home = Project(folder, allow_code=True)
    setup = make_setup(load_rules("lowtide", folder, allow_code=True), 2, "random", {}, "s")
    run_folder, whole = played(folder / "run", setup, 6)
    resume_folder(run_folder.path, None, None, home)
    edit(folder, "WAGE, PURSE = 3, 1, 2, 6", "WAGE, PURSE = 3, 1, 3, 6")
    with pytest.raises(SpecError, match="the engine or its bots have changed since the run started"):
        resume_folder(run_folder.path, None, None, home)
    edit(folder, "WAGE, PURSE = 3, 1, 3, 6", "WAGE, PURSE = 3, 1, 2, 6")
    (folder / "components/lowtide/art.py").write_text("DRAWINGS = {}\n", "utf-8")
    (folder / "components/lowtide/notes.py").write_text("nothing imports this", "utf-8")
    assert finish(resume_folder(run_folder.path, None, None, home)).digest == whole.digest


def test_processes_get_the_code(folder: Path) -> None:
    setup = make_setup(load_rules("lowtide", folder, allow_code=True), 3, "greedy,random", {}, "s")
    _, alone = played(folder / "one", setup, 30)
    assert played(folder / "two", setup, 30, jobs=2)[1].digest == alone.digest


def test_a_run_of_own_code_is_opened_from_its_project_only(folder: Path, tmp_path: Path) -> None:
    setup = make_setup(load_rules("lowtide", folder, allow_code=True), 2, "random", {}, "s")
    run_folder, _ = played(folder / "run", setup, 2)
    with pytest.raises(SpecError, match="needs your permission to run"):
        resume_folder(run_folder.path, None, None, Project(folder))
    shutil.copytree(run_folder.path, tmp_path / "sent")
    with pytest.raises(Exception, match="cannot be read as the folder of a run: lowtide has no rules"):
        resume_folder(tmp_path / "sent", None, None, None)
    assert not list((tmp_path / "sent").rglob("*.py")), "a run's folder holds no code that could be run"


def test_packages_offer_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("lowtide", "pnp.games.winston:GAME", "pnp.games")
    monkeypatch.setattr(pnp.play.registry, "_entry_points", lambda: {"lowtide": point})
    pnp.play.registry._installed.cache_clear()
    try:
        assert find_game_module("lowtide") is GAME
        assert "lowtide" in playable_games()
        own = find_game_module("lowtide", Project(folder))
        assert own is not None
        assert own.code is not None, "the project comes before packages"
        (folder / RULES).unlink()
        assert find_game_module("lowtide", Project(folder)) is GAME
    finally:
        pnp.play.registry._installed.cache_clear()


@pytest.mark.slow
def test_drawings_in_python_need_permission_too(run: Run, folder: Path) -> None:
    art = "def shell(pen):\n    return pen.circle(0, 0, 40, pen.paint('#2b6a8c'))\n\n\nDRAWINGS = {'shell': shell}\n"
    (folder / "components/lowtide/art.py").write_text(art, "utf-8")
    edit(
        folder,
        "{{ text(piece.cost",
        '{{ art("shell", w / 2, 56, 0.1) }}\n{{ text(piece.cost',
        "templates/lowtide/shell.svg.j2",
    )
    code, _, err = run("build", "--lang", "en")
    assert code == 1
    assert "components/lowtide/art.py needs your permission to run [E1301]" in err
    code, _, err = run("build", "--lang", "en", "--allow-code")
    assert code == 0, err
    pdf = next(folder.glob("output/lowtide/*.pdf"))
    code, out, err = run("audit", pdf)
    assert code == 1, "drawing the faces again needs permission as well"
    assert "needs your permission to run" in out + err
    assert run("audit", "--allow-code", pdf)[0] == 0
    before = pdf.read_bytes()
    edit(folder, "40, pen", "30, pen", "components/lowtide/art.py")
    assert run("build", "--lang", "en", "--allow-code")[0] == 0
    assert pdf.read_bytes() != before, "changed code is not taken from the cache"


def test_a_file_never_makes_an_audit_run_code_where_it_lies(run: Run, folder: Path, tmp_path: Path) -> None:
    """Permission for one folder does not cover the folder that a PDF lies in."""
    trap = unpack_game(tmp_path / "trap")
    (trap / "components/lowtide/art.py").write_text("open('ran', 'w').close()\nDRAWINGS = {}\n", "utf-8")
    edit(
        trap,
        "{{ text(piece.cost",
        '{{ art("shell", w / 2, 56, 0.1) }}\n{{ text(piece.cost',
        "templates/lowtide/shell.svg.j2",
    )
    assert run("build", "--lang", "en")[0] == 0
    pdf = trap / "sheets.pdf"
    shutil.copyfile(next(folder.glob("output/lowtide/*.pdf")), pdf)
    shutil.rmtree(folder / "components")
    (folder / "components").mkdir()
    code, out, err = run("audit", "--allow-code", pdf)
    assert code == 1
    assert "needs your permission to run" in out + err
    assert not list(tmp_path.rglob("ran"))


def test_code_is_read_inside_the_project_only(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("1 / 0", "utf-8")
    (folder / RULES).unlink()
    (folder / RULES).symlink_to(tmp_path / "rules.py")
    assert not has_code(Project(folder), "lowtide", "rules")
    assert find_game_module("lowtide", Project(folder)) is None


def test_a_game_of_which_nothing_is_counted_has_tables_and_a_report(run: Run, folder: Path) -> None:
    edit(folder, "GameModule(rules=TideRules)", "GameModule(rules=TideRules, usage=Usage)")
    edit(folder, "SimpleState, illegal", "SimpleState, Usage, illegal")
    code, _, err = run("simulate", "lowtide", "--games", 4, "--jobs", 1, "--lang", "en", "--allow-code")
    assert code == 0, err
    assert pyarrow.parquet.read_table(folder / "output/lowtide/run/usage.parquet").num_rows == 0
    assert (folder / "output/lowtide/run/report.html").is_file()


def test_usage_and_sums_of_a_game_without_families(folder: Path) -> None:
    edit(folder, "    families = {", "    unused = {")
    rules = load_rules("lowtide", folder, allow_code=True)
    state = rules.new(2, 1)
    assert [rules.describe(state, action, Lang.EN) for action in state.legal()][-1] == "action 2000"
    run_folder, summary = played(folder / "run", make_setup(rules, 2, "greedy,random", {}, "s"), 4)
    assert summary.games == 4
    assert json.loads((run_folder.path / "summary.json").read_text("utf-8"))
