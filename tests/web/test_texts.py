"""The server's side of the files page: what may be read, tried and written."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.workbench import Served

SPEC = "components/mice/game.toml"
MEMO = "components/mice/memo.en.toml"
CARDS = "templates/mice/card.svg.j2"


@pytest.fixture
def kept(served: Served) -> Iterator[Path]:
    """The folder of the project, whose text files are restored afterwards."""
    before = {
        path: path.read_bytes() for path in served.folder.rglob("*") if path.is_file() and ".git" not in path.parts
    }
    yield served.folder
    for path in served.folder.rglob("*"):
        if path.is_symlink() or (path.is_file() and path not in before and "__pycache__" not in path.parts):
            path.unlink()
    for path, content in before.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


def ask(served: Served, path: str) -> Any:
    status, answer = served.ask(f"/api/mice/{path}")
    assert status == 200, answer
    return json.loads(answer)


def attempt(served: Served, file: str, text: str, *faces: str, turn: int = 0) -> Any:
    status, answer = served.post("/api/mice/text/try", {"file": file, "text": text, "faces": list(faces), "turn": turn})
    assert status == 200, answer
    return answer


def text_of(served: Served, file: str) -> tuple[str, str]:
    found = ask(served, f"text?file={quote(file)}")
    return found["text"], found["version"]


def test_files_are_listed_read_tried_and_saved(served: Served, kept: Path) -> None:
    listed = {each["file"]: each for each in ask(served, "texts")["files"]}
    assert {SPEC, MEMO, CARDS} <= set(listed)
    assert not any(name.endswith((".py", ".csv")) for name in listed)
    assert (listed[SPEC]["kind"], listed[SPEC]["readOnly"], listed[SPEC]["shared"]) == ("spec", "", False)
    text, version = text_of(served, CARDS)
    pieces = ask(served, f"text/pieces?file={quote(CARDS)}")
    first = pieces["pieces"][0]
    name = f"{first['deck']}/{first['id']}/front/1"
    tried = attempt(served, CARDS, text, name)
    assert (tried["problems"], tried["pages"], tried["stopped"]) == ([], [], False)
    [face] = tried["faces"]
    assert (face["name"], face["shape"]["width"] > 20, face["shape"]["cut"][:1]) == (name, True, "M")
    before = served.ask(f"/api/face/{face['key']}.svg")[1]
    changed = text.replace("{% block body %}", '{% block body %}\n<rect width="3" height="3" fill="#fedcba"/>')
    [other] = attempt(served, CARDS, changed, name)["faces"]
    assert other["key"] != face["key"]
    assert b"#fedcba" in served.ask(f"/api/face/{other['key']}.svg")[1]
    assert b"#fedcba" not in before
    assert text_of(served, CARDS) == (text, version), "trying does not save"
    status, saved = served.post("/api/mice/text/save", {"file": CARDS, "text": changed, "version": version})
    assert (status, text_of(served, CARDS)) == (200, (changed, saved["version"]))
    assert (kept / CARDS).read_text("utf-8") == changed


def test_problems_are_at_their_lines(served: Served, kept: Path) -> None:
    text, _ = text_of(served, SPEC)
    broken = f"{text}\n[decks\n"
    [problem] = attempt(served, SPEC, broken)["problems"]
    assert (problem["code"], problem["location"]) == ("E0201", {"file": SPEC, "line": broken.count("\n")})
    unknown = f"wrong = 1\n{text}"
    [problem] = attempt(served, SPEC, unknown)["problems"]
    assert (problem["code"], problem["location"]["line"]) == ("E0202", 1)
    text, _ = text_of(served, CARDS)
    lines = text.splitlines()
    number = next(number for number, line in enumerate(lines) if "piece." in line)
    lines[number] = lines[number].replace("piece.", "piece.no_such_", 1)
    first = ask(served, f"text/pieces?file={quote(CARDS)}")["pieces"][0]
    both = [f"{first['deck']}/{first['id']}/{side}/1" for side in first["sides"]]
    problems = attempt(served, CARDS, "\n".join(lines), *both)["problems"]
    assert [(each["location"]["file"], each["location"]["line"]) for each in problems] == [(CARDS, number + 1)]
    (kept / "templates/mice/unused.svg.j2").write_text("fine")
    tried = attempt(served, "templates/mice/unused.svg.j2", "one\n{% if %}\n")
    assert [each["location"]["line"] for each in tried["problems"]] == [2]
    assert ask(served, "text/pieces?file=templates/mice/unused.svg.j2")["pieces"] == []


def test_a_memo_is_checked_and_drawn(served: Served, kept: Path) -> None:
    text, _ = text_of(served, MEMO)
    tried = attempt(served, MEMO, text)
    assert tried["problems"] == []
    assert [each[:22] for each in tried["pages"]] == ["data:image/png;base64,"]
    again = attempt(served, MEMO, text.replace("cheese", "Gruyère", 1))
    assert again["pages"] != tried["pages"]
    wrong = text.replace("{=hand}", "{=hnad}", 1)
    assert wrong != text
    tried = attempt(served, MEMO, wrong)
    assert tried["pages"] == []
    assert {each["location"]["line"] for each in tried["problems"]} == {text[: text.index("{=hand}")].count("\n") + 1}


def test_a_newer_text_stops_the_work_for_an_older_one(served: Served) -> None:
    text, _ = text_of(served, CARDS)
    first = ask(served, f"text/pieces?file={quote(CARDS)}")["pieces"][0]
    name = f"{first['deck']}/{first['id']}/front/1"
    loops = "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}"
    slow = text.replace("{% block body %}", "{% block body %}" + loops)
    answers: list[Any] = []
    thread = Thread(target=lambda: answers.append(attempt(served, CARDS, slow, name, turn=7)))
    thread.start()
    time.sleep(1)
    assert attempt(served, CARDS, text, name, turn=6)["stopped"], "sent earlier, but overtaken"
    assert not answers
    assert not attempt(served, CARDS, text, name, turn=8)["stopped"]
    thread.join(timeout=10)
    assert answers == [{"stopped": True, "problems": [], "faces": [], "pages": []}]
    assert not attempt(served, CARDS, text, name, turn=8)["stopped"]


@pytest.mark.parametrize(
    "file",
    [
        "components/mice/rules.py", "components/mice/cards.csv", "../../../etc/passwd", "/etc/passwd",
        "components/mice/../../pnp.toml", "components/other/game.toml", "templates/mice/out.j2",
        "templates/mice/folder/game.toml", ".git/config", "", "components\\mice\\game.toml", "C:game.toml",
    ],
)  # fmt: skip
def test_other_files_are_refused(served: Served, kept: Path, tmp_path: Path, file: str) -> None:
    (tmp_path / "secret.j2").write_text("secret")
    (kept / "templates/mice/out.j2").symlink_to(tmp_path / "secret.j2")
    (kept / "templates/mice/folder").symlink_to(kept / "components" / "mice")
    for path in (f"text?file={quote(file)}", f"text/pieces?file={quote(file)}"):
        status, answer = served.ask(f"/api/mice/{path}")
        assert status == 400
        assert b"secret" not in answer
    code = "E0114" if file.endswith(".py") else "E0101"
    for path, order in (
        ("save", {"file": file, "text": "mine", "version": "x"}),
        ("try", {"file": file, "text": "mine"}),
    ):
        status, answer = served.post(f"/api/mice/text/{path}", order)
        assert (status, [each["code"] for each in answer["problems"]]) == (400, [code])
    assert (tmp_path / "secret.j2").read_text() == "secret"


def test_why_code_is_refused(served: Served) -> None:
    _, answer = served.post("/api/mice/text/save", {"file": "components/mice/rules.py", "text": "", "version": ""})
    [problem] = answer["problems"]
    assert problem["message"].startswith("cannot be edited here: it is code, which can do anything on your machine")


def test_wrong_versions_large_texts_and_other_requests_are_refused(served: Served, kept: Path) -> None:
    text, version = text_of(served, SPEC)
    save = "/api/mice/text/save"
    (kept / SPEC).write_text(f"{text}# theirs\n", "utf-8")
    status, answer = served.post(save, {"file": SPEC, "text": "mine", "version": version})
    assert (status, answer["now"]["text"]) == (409, f"{text}# theirs\n")
    assert answer["now"]["version"] == text_of(served, SPEC)[1]
    assert (kept / SPEC).read_text("utf-8") == f"{text}# theirs\n"
    version = answer["now"]["version"]
    assert served.post(save, {"file": SPEC, "text": "é" * 600_000, "version": version})[0] == 400
    assert served.post(save, {"file": SPEC, "text": "x" * 1_000_001, "version": version})[0] == 400
    assert served.ask(save, "POST", {"file": SPEC, "text": "x", "version": version})[0] == 403, "without token"
    assert served.post(save, {"file": SPEC, "text": "\ud800", "version": version})[0] == 400
    assert served.post(save, {"file": SPEC, "version": version})[0] == 400
    assert served.post("/api/nobody/text/save", {"file": SPEC, "text": "x", "version": version})[0] == 404
    assert served.post("/api/mice/text/try", {"file": SPEC, "text": "x" * 1_000_001})[0] == 400
    assert served.post("/api/mice/text/try", {"file": SPEC, "text": "x", "faces": ["a"] * 7})[0] == 400
    status, answer = served.post("/api/mice/text/try", {"file": SPEC, "text": text, "faces": ["../x", "a/b/front/1"]})
    assert (status, answer["faces"]) == (200, [{"name": "a/b/front/1", "key": None, "shape": None}])
    assert (kept / SPEC).read_text("utf-8") == f"{text}# theirs\n"
