"""Every reader on what nobody would write: it is read, or refused in a line; nothing else comes of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import TemplateError
from PIL import Image

from pnp import config, printers
from pnp.box.order import BoxOrder
from pnp.errors import Location, PnpError, Problem
from pnp.face.sources import Sources
from pnp.face.svg_check import check_svg
from pnp.face.svg_clean import clean_svg
from pnp.face.template import template_environment
from pnp.geometry.units import Size, read_size
from pnp.memo import figures
from pnp.memo import read as memo_read
from pnp.memo.cards import MemoCards
from pnp.pictures.formats import inspect_picture
from pnp.play.record import Record, read_record, write_record
from pnp.press.job import Job
from pnp.press.ticket import Ticket, find_ticket, read_ticket
from pnp.project.code import is_trusted, trust_file
from pnp.project.folders import Project, read_toml
from pnp.sheet.layout import Layout, parse_margins, parse_paper
from pnp.sim.folder import RUN, Folder, make_folder, open_folder
from pnp.sim.summary import Summary
from pnp.sim.tally import Row, Tally
from pnp.spec import load
from pnp.spec.custom_outline import parse_path_data, read_outline
from pnp.spec.reader import parse_rows
from pnp.spec.selection import Selection, parse_filters
from pnp.spec.values import parse_colour
from pnp.terms import Lang, Side
from pnp.text.font_files import read_styles, static_font
from pnp.text.fonts import FONTS
from tests.examples import examples
from tests.play.test_every_game import rules_of
from tests.sim.runs import setup_of
from tests.spec.workbooks import ods, xlsx

ROOT = Path(__file__).parents[1]
PROJECT = Project(ROOT / "tests" / "sample")
GAME = PROJECT.components / "lowtide"
FEW = examples(40)
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just(10**400), st.just("9" * 5000),
    st.just("\x1b[2J"), st.just("\ud800"), st.just("../../x"), st.just([]), st.just({}), st.just([[]]),
    st.lists(st.integers(), max_size=5), st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip
"""Values that stand where others belong."""
SIGNS = [
    b"\0",
    b"9" * 30,
    b"-",
    b"\xff",
    b'"',
    b"<",
    b"{",
    b"[",
    b"#",
    b"1e999",
    b"\n",
    b"url(#",
    b"&",
    b"/>",
    b"\xed\xa0\x80",
]
XLSX = xlsx({"a": [["id", "n"], ["x", "1"]]})
ODS = ods({"a": [["id", "n"], ["x", "1"]]})


@st.composite
def damaged(draw: st.DrawFn, contents: list[bytes]) -> bytes:
    """One of the contents with some bytes changed, put in, taken out or twice."""
    content = bytearray(draw(st.sampled_from(contents)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(content)))
        match draw(st.integers(0, 3)):
            case 0:
                content[at : at + 1] = bytes([draw(st.integers(0, 255))])
            case 1:
                content[at:at] = draw(st.sampled_from(SIGNS))
            case 2:
                del content[at : at + draw(st.integers(1, 40))]
            case _:
                content[at:at] = content[at : at + 40]
    return bytes(content)


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in nested tables and lists."""
    keys = list(data) if isinstance(data, dict) else range(min(2, len(data))) if isinstance(data, list) else []
    return [at, *(place for key in keys for place in places(data[key], (*at, key)))]


def replaced(data: Any, at: tuple[Any, ...], value: Any) -> Any:
    """The data with another value at a place."""
    if not at:
        return value
    copy = list(data) if isinstance(data, list) else dict(data)
    copy[at[0]] = replaced(data[at[0]], at[1:], value)
    return copy


def tried(read: Callable[[], object]) -> None:
    """Read something; PnpErrors are fine, and can be formatted."""
    try:
        read()
    except PnpError as error:
        said = str(error)
    else:
        return
    assert 0 < len(said) < 60_000
    assert "\x1b" not in said


def saved(kind: str, mode: str = "RGB") -> bytes:
    out = BytesIO()
    Image.new(mode, (9, 7), 3).save(out, kind)
    return out.getvalue()


TABLES = [
    b"id,name,count\na,B,1\nb,C,2\n", b'[{"id":"a","n":1},{"id":2}]', b'{"id":"a"}\n{"id":"b"}\n', XLSX, ODS,
    b'{"a":[{"x":1}],"b":[2]}', "é;b\n1;2\n".encode("utf-16"),
]  # fmt: skip
PICTURES = [saved("PNG"), saved("PNG", "P"), saved("JPEG"), saved("JPEG", "CMYK"), saved("WEBP")]
DRAWINGS = [
    (GAME / "art" / "shell.svg").read_bytes(),
    b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"><style>'
    b".a{fill:url(#g);font:bold 3px/2 Arial}</style><defs><linearGradient id='g'><stop offset='1'/></linearGradient>"
    b'</defs><a xlink:href="x"><rect class="a" width="9" style="fill:red"/></a><text x="1 2">a</text></svg>',
]


@given(damaged(TABLES))
@FEW
def test_tables(content: bytes) -> None:
    tried(lambda: parse_rows(content, Location("table")))


@given(damaged(PICTURES))
@FEW
def test_pictures(content: bytes) -> None:
    with suppress(ValueError):
        assert inspect_picture(content).width > 0


@given(damaged(DRAWINGS))
@FEW
def test_drawings(content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    tried(lambda: clean_svg(text, Location("drawing")))
    tried(lambda: check_svg(text, Location("face")))


@given(content=damaged([b"M0 0 H40 L20 30 Z", b"M1 1a5 5 0 1 0 9 9c1 1 2 2 3 3z"]))
@FEW
def test_outlines(content: bytes) -> None:
    tried(lambda: parse_path_data(content.decode("utf-8", "replace"), Size(40, 40), Location("outline")))


@given(content=damaged(DRAWINGS))
@examples(15)
def test_outlines_in_files(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "outline.svg"
    path.write_bytes(content)
    tried(lambda: read_outline(path, Size(10, 10), Location("outline")))


@given(damaged([(GAME / "game.toml").read_bytes(), b"a.b.c = [1, {x = 2}]\n[[d]]\n"]))
@FEW
def test_toml(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "some.toml"
    path.write_bytes(content)
    tried(lambda: read_toml(path, Location("some.toml")))


SPEC = tomllib.loads((GAME / "game.toml").read_text("utf-8"))
MEMO = tomllib.loads((GAME / "memo.en.toml").read_text("utf-8"))


@given(at=st.sampled_from(places(SPEC)[1:]), value=ODD)
@FEW
def test_specs(at: tuple[Any, ...], value: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "read_toml", lambda *_: replaced(SPEC, at, value))
        tried(lambda: load.load_game(PROJECT, "lowtide"))


@given(at=st.sampled_from(places(MEMO)[1:]), value=ODD)
@FEW
def test_memos(at: tuple[Any, ...], value: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memo_read, "read_toml", lambda *_: replaced(MEMO, at, value))
        tried(lambda: memo_read.read_memo(PROJECT, "lowtide", "", Lang.EN))


FIGURES = {
    "fan": {
        "pieces": [{"piece": "whelk", "x": 0, "y": 1, "turn": 3, "side": "front", "look": 1, "marked": True}],
        "notes": [{"text": {"fr": "a", "en": "b"}, "x": 1, "y": 2}],
        "strokes": [{"x": 0, "y": 0, "to_x": 1, "to_y": 2.5, "arrow": True}],
    },
    "seen": {"view": "beach", "position": "turn=1", "players": 2},
}


@given(at=st.sampled_from(places(FIGURES)[1:]), value=ODD)
@FEW
def test_figures(at: tuple[Any, ...], value: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "_load", lambda *_: (Location("figures.toml"), replaced(FIGURES, at, value)))
        tried(lambda: figures.read_figures(PROJECT, load.load_game(PROJECT, "lowtide")))


TICKET = Ticket(
    "lowtide", Job(Layout(parse_paper("a4")), selection=Selection(("id=whelk",), "", (("whelk", 1, 2),)), mark="v1"),
    {"seal": [("whelk", Side.FRONT)]}, [("whelk", Side.FRONT, "key")], ["seal"],
)  # fmt: skip
BOX = Ticket("lowtide", BoxOrder(thickness=0.3).job(parse_paper("a4"), Lang.FR), {}, [], ["seal"])


@given(ticket=st.sampled_from([TICKET, BOX]), data=st.data(), value=ODD)
@FEW
def test_tickets(ticket: Ticket, data: st.DataObject, value: Any) -> None:
    with pikepdf.Pdf.new() as pdf:
        ticket.write(pdf)
        stream = find_ticket(pdf)
        assert stream is not None
        raw = json.loads(stream.read_bytes())
        at = data.draw(st.sampled_from(places(raw)))
        stream.write(json.dumps(replaced(raw, at, value)).encode())
        with suppress(ValueError):
            read_ticket(stream, MemoCards, BoxOrder)


@given(content=damaged([font.path.read_bytes() for font in FONTS[:2]]))
@examples(15)
def test_fonts(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "some.ttf"
    path.write_bytes(content)
    tried(
        lambda: [static_font(path, cut, "Own", Location("some.ttf")) for cut in read_styles(path, Location("some.ttf"))]
    )


@given(value=ODD)
@FEW
def test_folders_that_are_trusted(value: Any) -> None:
    trust_file().write_text(json.dumps({"folders": value}), "utf-8")
    try:
        tried(lambda: is_trusted(ROOT))
    finally:
        trust_file().unlink()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = make_folder(tmp_path_factory.mktemp("runs") / "run", setup_of("winston"), 4)
    folder.begin()
    return folder


@given(data=st.data(), value=ODD)
@FEW
def test_runs(run: Folder, data: st.DataObject, value: Any) -> None:
    path = run.path / RUN
    whole = path.read_bytes()
    told = json.loads(whole)
    path.write_text(json.dumps(replaced(told, data.draw(st.sampled_from(places(told))), value)), "utf-8")
    try:
        tried(lambda: open_folder(run.path))
    finally:
        path.write_bytes(whole)


@given(key=st.sampled_from(config.KEYS), value=ODD)
@FEW
def test_settings_of_a_project(key: str, value: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(config, "read_toml", lambda *_: {key: value})
        patch.setattr("os.path.lexists", lambda _: True)
        tried(lambda: config.read_config(PROJECT))


@given(
    key=st.sampled_from(["offset", "turn", "scale", "margin"]),
    value=st.one_of(ODD, st.lists(ODD, min_size=2, max_size=4)),
)
@FEW
def test_printers(key: str, value: Any) -> None:
    try:
        printer = printers._printer({"offset": [1, 2]} | {key: value})
    except (ValueError, KeyError, TypeError, AttributeError):
        return
    assert max(map(abs, [*printer.offset, printer.turn, printer.scale, *(printer.margin or ())])) <= 50


def recorded() -> bytes:
    rules = rules_of("winston")
    record = Record("winston", 2, "7")
    state = record.start(rules)
    for _ in range(8):
        record.moves.append(state.legal()[0])
        state.apply(record.moves[-1])
    return write_record(record, rules).encode()


@given(damaged([recorded()]))
@FEW
def test_records(content: bytes) -> None:
    def find(name: str) -> Any:
        if name != "winston":
            raise PnpError(Problem(Location(), f"there is no game {name}", code="E0110"))
        return rules_of(name)

    tried(lambda: read_record(content.decode("utf-8", "replace"), Location("game.txt"), find))


ROW = [0, 1, [3, 4], [1], 9, 20, "last", 2, 60, 5, 18, 0.01]
TALLY = {"things": {"a": [1, 2, 3, 4, 5, 6, 7, 8]}, "choices": [[1, 2]]}


@given(at=st.sampled_from(places(ROW)), value=ODD)
@FEW
def test_rows_of_runs(at: tuple[Any, ...], value: Any) -> None:
    try:
        row = Row.of(replaced(ROW, at, value))
    except (ValueError, TypeError):
        return
    assert json.loads(row.canonical())
    assert isinstance(row.margin, int)


@given(at=st.sampled_from(places(TALLY)), value=ODD)
@FEW
def test_tallies_of_runs(at: tuple[Any, ...], value: Any) -> None:
    try:
        tally = Tally.of(replaced(TALLY, at, value))
    except (ValueError, TypeError, KeyError, AttributeError):
        return
    assert Tally.of(json.loads(json.dumps(tally.as_data()))).as_data() == tally.as_data()


@given(ODD)
@FEW
def test_summaries_of_runs(value: Any) -> None:
    with pytest.raises((ValueError, TypeError, KeyError, AttributeError)):
        Summary.of(value)


@given(st.one_of(st.text(max_size=30), damaged([b"63x88", b"rgb(1,2,3)", b"rows=3-9", b"5,5,12.7,5", b"8.5in x 11in"])))
@FEW
def test_words_that_are_typed(typed: str | bytes) -> None:
    text = typed.decode("utf-8", "replace") if isinstance(typed, bytes) else typed
    game = load.load_game(PROJECT, "lowtide")
    read_size(text)
    parse_colour(text)
    for read in (parse_paper, lambda word: parse_margins(word, "--margin"), lambda word: parse_filters(game, [word])):
        tried(lambda read=read: read(text))  # type: ignore[misc]


@given(st.text("{}%#-|()[]'\"abc.~*+ \n", max_size=40))
@FEW
def test_templates(text: str) -> None:
    environment = template_environment(Sources(PROJECT, "lowtide"))
    with suppress(TemplateError, TypeError):  # which the renderer tells, with file and line
        "".join(environment.from_string(text).generate())
