"""Remove the protections against hostile input one at a time, and check that a test fails without each.

    .venv/bin/python tests/protections.py [WORD…]

The tests that cover a protection are run in a copy of the source, first with it, then without; as many at once as there
are processors. Prints each protection and how many were noticed; exits with 1 if one was not. With words, only tries
protections that have one of them in their name. Part of `make test-all`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import psutil

ROOT: Final = Path(__file__).resolve().parents[1]
COPIED: Final = ("pnp", "tests", "components", "templates", "pyproject.toml", "constraints.txt", "README.md")
SECONDS: Final = 120
"""Time after which tests that hang without a protection are stopped."""
MEMORY: Final = 4_000_000_000
"""Bytes of memory for a test process: without a protection, a test may try to use all memory of the machine."""
RUN_PYTEST: Final = f"""
import sys, pytest
if sys.platform != "win32":
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, resource.getrlimit(resource.RLIMIT_AS)[1]))
sys.exit(pytest.main(sys.argv[1:]))
"""


class Protection(NamedTuple):
    """A protection: its name, how to remove it from its file, and the tests that cover it."""

    name: str
    file: str
    old: str
    new: str
    tests: str
    also: tuple[str, str, str] | None = None
    """A second protection against the same thing, which is removed as well: its file, old and new text."""


SYSTEM_LIMITS: Final = "pnp/worker/process.py", "resource.setrlimit(which, (soft, hard))", "pass"
PROTECTIONS: Final = [
    Protection("limits: memory", "pnp/worker/limits.py", "min(self.memory or MEMORY", "min(MEMORY", "tests/worker/test_worker.py -k memory_is_limited"),
    Protection("limits: processor time", "pnp/worker/supervisor.py", "raise self.late(allowed", "(lambda *_: None)(allowed", "tests/worker/test_worker.py -k processor_time", SYSTEM_LIMITS),
    Protection("limits: enforced by the operating system as well", "pnp/worker/process.py", "resource.setrlimit(which, (soft, hard))", "pass", "tests/worker/test_worker.py -k system_itself"),
    Protection("limits: templates are not optimised before they run", "pnp/worker/sandbox.py", "optimized=False", "optimized=True", "tests/face/test_limits.py -k computed"),
    Protection("limits: no filters that multiply text", "pnp/worker/sandbox.py", "for name in STRETCHING:", "for name in ():", "tests/face/test_limits.py -k stretches"),
    Protection("limits: sums of lists", "pnp/worker/sandbox.py", "if count_items(value) > LONGEST:", "if False:", "tests/face/test_limits.py -k stretches"),
    Protection("limits: nested references in an SVG", "pnp/face/svg_check.py", "if elements > MOST_DRAWN:", "if False:", "tests/face/test_limits.py -k references"),
    Protection("limits: lengths in an SVG", "pnp/face/svg_check.py", "(name in _LENGTHS and not _LENGTH.fullmatch(value))", "False", "tests/face/test_limits.py -k million"),
    Protection("forgery: pages are compared with a reference print", "pnp/audit/audit.py", "same = compare_pages(path, pdf, reference, report, progress)", "same = set(range(1, 999))", "tests/audit/test_forged.py -k forgery_is_named"),
    Protection("forgery: catalogs are compared", "pnp/audit/audit.py", "compare_catalog(pdf, reference.pdf, report)", "pass", "tests/audit/test_forged.py tests/audit/test_bad_files.py -k 'beside or forgery or printers'"),
    Protection("forgery: unknown viewer preferences", "pnp/audit/catalog.py", "for key in sorted(set(preferences.keys()) - PREFERENCES - SHOWN):", "for key in ():", "tests/audit/test_forged.py tests/audit/test_bad_files.py -k 'beside or printers'"),
    Protection("forgery: unknown entries in the catalog", "pnp/audit/catalog.py", "for text in dict.fromkeys(_foreign(root)):", "for text in ():", "tests/audit/test_forged.py -k beside"),
    Protection("forgery: actions in outlines", "pnp/audit/catalog.py", "if any(set(entry.keys()) - OUTLINE for entry in _outline(root)):", "if False:", "tests/audit/test_forged.py -k beside"),
    Protection("forgery: page boxes", "pnp/audit/comparison.py", "        _compare_boxes(", "        (lambda *_: None)(", "tests/audit/test_forged.py tests/audit/test_bad_files.py -k beside"),
    Protection("pictures: truncated JPEGs", "pnp/pictures/formats.py", "check_complete(content, parts)", "pass", "tests/pictures/test_damaged_pictures.py"),
    Protection("pictures: other truncated files", "pnp/pictures/formats.py", "picture.load()  # fails if something is missing", "pass", "tests/pictures/test_damaged_pictures.py"),
    Protection("pictures: CMYK and EXIF orientation inside an SVG", "pnp/face/svg_check.py", "if about.inks or about.turned != 1:", "if False:", "tests/face/test_limits.py -k pictures"),
    Protection("templates: their values are read-only", "pnp/face/template.py", "return MappingProxyType({key: freeze(each) for key, each in value.items()})", "return value", "tests/face/test_frozen.py"),
    Protection("layouts: circles of inheritance", "pnp/face/layout.py", "if like in (*above, self._name):", "if False:", "tests/face/test_layout.py -k circle"),
    Protection("layouts: chains of inheritance", "pnp/face/layout.py", "if len(above) >= DEEPEST_LIKE:", "if False:", "tests/face/test_layout.py -k chain"),
    Protection("layouts: number of boxes", "pnp/face/layout.py", "if len(boxes) > MOST_BOXES:", "if False:", "tests/face/test_layout.py -k boxes_of_a_layout"),
    Protection("layouts: number of icons in a row", "pnp/face/shapes.py", "if len(names) > MOST_ICONS:", "if False:", "tests/face/test_layout.py -k impossible"),
    Protection("texts: depth of nested tags", "pnp/text/markup.py", "if len(opened) >= MOST_OPEN_TAGS:", "if False:", "tests/text/test_markup.py -k mistakes_in_tags"),
    Protection("texts: number of segments of a path", "pnp/text/text_path.py", "if len(parts) > MOST_PARTS:", "if False:", "tests/text/test_text_path.py -k none_are_refused"),
    Protection("texts: characters of path data", "pnp/text/text_path.py", "if len(path) > LONGEST_DATA:", "if False:", "tests/text/test_text_path.py -k none_are_refused"),
    Protection("templates: dangling references", "pnp/face/svg_check.py", "if target not in self.ids:", "if False:", "tests/face/test_frozen.py -k reference"),
    Protection("drafts: number of marks on a face", "pnp/face/draft.py", "len(self._boxes) >= MOST_MARKS", "False", "tests/press/test_draft.py -k limited", ("pnp/face/draft.py", " and len(marks) < MOST_MARKS", "")),
    Protection("drafts: number of problems of a face", "pnp/face/draft.py", "if len(self._problems) < MOST_PROBLEMS:", "if True:", "tests/press/test_draft.py -k limited"),
    Protection("drafts: faces that hang are given up", "pnp/face/draft.py", "if self._wasted > MAX_SECONDS_FAILING:", "if False:", "tests/press/test_draft.py -k hang"),
    Protection("drafts: a face that failed is not stored", "pnp/face/faces.py", " and not face.failed:", ":", "tests/press/test_draft.py -k hang"),
    Protection("drafts: ids in two decks", "pnp/spec/load.py", "not each.where.row and each.code not in PRINTABLE", "False", "tests/press/test_draft.py -k stops_a_draft"),
    Protection("fonts: those for printing at home are not passed on", "pnp/face/face.py", "if families := home_font_families(faces):", "if families := []:", "tests/text/test_own_fonts.py -k passed_on"),
    Protection("pictures: an element that uses itself", "pnp/face/placed.py", "if target in named and target not in inside:", "if target in named:", "tests/face/test_placed.py -k uses"),
    Protection("templates: a false cutting edge", "pnp/press/ink.py", "problems.append(_problem(wanted[at], area))", "pass", "tests/press/test_edges.py -k found"),
    Protection("pages in one file: texts do not end the script", "pnp/web/pages.py", '.replace("<", "\\\\u003c")', "", "tests/web/test_replays.py -k escaped"),
    Protection("pages in one file: other files are not overwritten", "pnp/store/files.py", 'if PAGE_MARK.partition("{")[0].encode() not in begins:', "if False:", "tests/web/test_replays.py -k overwrites"),
    Protection("replays: an unfinished game shows no hands", "pnp/web/replays.py", "if over else [SPECTATOR]", "", "tests/web/test_replays.py -k unfinished"),
    Protection("runs: a game that ends differently is reported", "pnp/sim/records.py", "if batch.rows[0].canonical() != row.canonical():", "if False:", "tests/sim/test_records.py -k differently"),
    Protection("saving: seeds that cannot be encoded", "pnp/play/core.py", "        seed.encode()\n", "        pass\n", "tests/play/test_seeds.py"),
    Protection("new games: existing folders are not replaced", "pnp/starter/start.py", "if target.exists() or target.is_symlink():", "if False:", "tests/web/test_home.py -k folder_that_is_left"),
    Protection("new games: names of uploaded tables", "pnp/starter/from_tables.py", "return \"table.csv\" if taken or not _is_plain(plain) else plain", "return plain", "tests/web/test_home.py -k names_of_files"),
    Protection("new games: size of uploads", "pnp/web/gate.py", "        return LARGEST_UPLOAD\n", "        return 10 * LARGEST_UPLOAD\n", "tests/web/test_home.py -k bad_tables"),
    Protection("new games: size of uploaded tables", "pnp/web/home.py", "if len(part) > largest:", "if len(part) > 10 * largest:", "tests/web/test_home.py -k bad_tables"),
    Protection("new games: number of uploaded files", "pnp/web/home.py", "if len(upload.files) > MOST_FILES:", "if False:", "tests/web/test_home.py -k limited_number"),
    Protection("new games: uploads have the sizes they claim", "pnp/web/home.py", "sum(file.size for file in upload.files) != len(rest)", "False", "tests/web/test_home.py -k damaged_uploads"),
    Protection("new games: sizes of uploaded files are not negative", "pnp/web/home.py", "size: int = Field(ge=0)", "size: int", "tests/web/test_home.py -k damaged_uploads"),
    Protection("new games: folders that are programs are not opened", "pnp/web/home.py", "if not NAME.fullmatch(game.id) or folder.name != game.id or not folder.is_dir():", "if not folder.is_dir():", "tests/web/test_home.py -k own_path_only"),
    Protection("new games: no file manager without a desktop", "pnp/web/home.py", "return False  # xdg-open would", "pass  # xdg-open would", "tests/web/test_home.py -k own_path_only"),
    Protection("new decks: names", "pnp/starter/decks.py", "    problems = _name_problems(name, spec)\n", "    problems: list[Problem] = []\n", "tests/library/test_decks.py -k bad_names"),
    Protection("new decks: files get free names", "pnp/starter/decks.py", "if not os.path.lexists(self._project.root / folder / free) and", "if", "tests/library/test_decks.py -k free_names", ("pnp/library/decks.py", 'path.open("xb")', 'path.open("wb")')),
    Protection("new decks: drawings are not replaced", "pnp/starter/decks.py", "if not os.path.lexists(there):", "if True:", "tests/library/test_decks.py -k used_as_they_are", ("pnp/library/decks.py", 'path.open("xb")', 'path.open("wb")')),
    Protection("new decks: folders of drawings that lead out", "pnp/starter/decks.py", "if resolve_inside(self._project.root, path, self._project.root) is None:", "if False:", "tests/library/test_decks.py -k lead_out"),
    Protection("new decks: game.toml that was changed meanwhile", "pnp/project/saving.py", "if content_hash(read_file(target)) != version:", "if False:", "tests/library/test_decks.py -k changed_meanwhile"),
    Protection("new decks: only if they can be drawn", "pnp/library/decks.py", "        _try(game, added, {spec: added.spec})\n", "", "tests/library/test_decks.py -k does_not_build"),
    Protection("new games: pictures elsewhere are not copied", "pnp/starter/from_tables.py", "path = self._found.get(PureWindowsPath(cell.replace(\"/\", \"\\\\\")).name.lower())", "path = next(iter(self._found.values())).parent / cell if self._found else Path(\"/\") / cell", "tests/starter/test_from_tables.py -k elsewhere"),
    Protection("saving: existing files are not overwritten", "pnp/cli/commands/play.py", "            _check_not_overwriting(path)\n", "", "tests/play/test_seeds.py -k overwrites"),
    Protection("processes end with their parent: simulations", "pnp/sim/simulate.py", "    Thread(target=_end_with_parent, daemon=True).start()\n", "", "tests/sim/test_hostile_runs.py -k parent"),
    Protection("processes end with their parent: drawing", "pnp/worker/process.py", "    die_with_parent()\n", "", "tests/worker/test_worker.py -k ends_with_its_parent"),
    Protection("processes end with their parent: audits", "pnp/worker/process.py", "os.killpg(os.getpgrp(), signal.SIGKILL)  # including child processes\n    os._exit(1)", "return", "tests/worker/test_worker.py -k reader_of_an_audit", ("pnp/worker/process.py", "    die_with_parent()\n", "")),
    Protection("processes end with their parent: runs keep their games", "pnp/worker/process.py", "    if _in_background:\n        _thread.interrupt_main()", "    if _in_background:\n        pass", "tests/worker/test_worker.py -k parent_is_killed"),
    Protection("files: only regular files are read", "pnp/store/files.py", "if kind != stat.S_IFREG:", "if False:", "tests/store/test_read.py"),
    Protection("files: maximum size", "pnp/store/files.py", "if len(content) > largest:", "if False:", "tests/store/test_read.py"),
    Protection("files: only regular files are replaced", "pnp/store/files.py", "        check_regular(path, sys.maxsize)", "        pass", "tests/store/test_write.py"),
    Protection("files: a spec that is not a regular file is reported", "pnp/project/folders.py", "os.path.lexists(each / SPEC_FILE)", "(each / SPEC_FILE).is_file()", "tests/spec/test_load.py -k no_file"),
    Protection("runs: decompression bombs", "pnp/sim/folder.py", "_decompress(read_file(self.path, LARGEST_RUN))", "__import__('gzip').decompress(read_file(self.path, LARGEST_RUN))", "tests/sim/test_hostile_runs.py -k unpacks"),
    Protection("cache: entries are signed", "pnp/store/cache.py", "return content if hmac.compare_digest(_signature(key, content), entry[:_SEAL]) else None", "return content", "tests/press/test_cache.py -k 'lie or seal'"),
    Protection("messages: maximum number", "pnp/errors.py", "more = len(mistakes) - MAX_PROBLEMS", "more = 0", "tests/test_errors.py"),
    Protection("messages: no control characters", "pnp/errors.py", "return _UNSAFE.sub(lambda match: _escaped(match[0]), text)", "return text", "tests/cli/test_hostile.py tests/audit/test_selections.py"),
    Protection("settings: wrong types", "pnp/printers.py", "if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= largest:", "if False:", "tests/test_fuzz.py tests/press/test_calibration.py tests/cli/test_hostile.py tests/cli/test_printers.py -k 'printer or setting or wrong or offset'"),
    Protection("tables: workbooks are read in a worker process", "pnp/spec/reader.py", "run_in_worker(parse_sheet, DEFAULT_LIMITS, content, where, sheet)", "parse_sheet(content, where, sheet)", "tests/spec/test_reader.py"),
    Protection("workers: plain data only", "pnp/worker/supervisor.py", "message = json.loads(line)", "message = __import__('pickle' if line[:1] == b'\\x80' else 'json').loads(line)", "tests/worker/test_worker.py -k only_read"),
    Protection("workers: results have the declared type", "pnp/worker/supervisor.py", "answer = order.task.read_result(Message(value, objects, blobs))", "answer = value", "tests/worker/test_worker.py -k only_read"),
    Protection("workbench: the cookie", "pnp/web/gate.py", "if not self._entry.admits(request):", "if False:", "tests/web/test_entry.py -k 'nothing or without_the_cookie or another_user'"),
    Protection("workbench: the key of the printed address", "pnp/web/entry.py", "return _equal(key, self.key)", "return bool(key)", "tests/web/test_entry.py -k 'wrong_key'"),
    Protection("workbench: the key is no argument of a program", "pnp/web/entry.py", "webbrowser.open(path.as_uri())", "webbrowser.open(address)", "tests/web/test_entry.py -k argument"),
    Protection("workbench: every start has a new cookie", "pnp/web/entry.py", "self._cookie = secrets.token_urlsafe(LENGTH)", "self._cookie = 'x' * 32", "tests/web/test_entry.py -k 'every_start'"),
    Protection("workbench: cookies of other ports", "pnp/web/entry.py", 'f"pnp-{port}"', '"pnp"', "tests/web/test_entry.py -k 'another_server'"),
    Protection("workbench: scripts cannot read the cookie", "pnp/web/entry.py", "httponly=True", "httponly=False", "tests/web/test_entry.py -k 'exchanged'"),
    Protection("workbench: other sites cannot send the cookie", "pnp/web/entry.py", 'samesite="strict"', 'samesite="none"', "tests/web/test_entry.py -k 'exchanged'"),
    Protection("workbench: tickets are signed", "pnp/web/entry.py", "return _equal(proof, _signed(self._ticket_key(name).encode(), self.challenge))", "return True", "tests/web/test_entry.py -k 'ticket'"),
    Protection("workbench: tickets expire", "pnp/web/entry.py", "not 0 <= time.time() - int(when) <= TICKET_SECONDS", "False", "tests/web/test_entry.py -k 'ticket'"),
    Protection("workbench: tickets of other projects and ports", "pnp/web/entry.py", 'f"{port} {root}"', '"x"', "tests/web/test_entry.py -k 'ticket'"),
    Protection("workbench: a key that others could read is replaced", "pnp/store/files.py", "not (private and _readable_by_others(path)):\n            saved", "True:\n            saved", "tests/web/test_entry.py -k 'readable_by'"),
    Protection("workbench: the token of pages", "pnp/web/gate.py", "if method not in SAFE_METHODS and not self._entry.admits_token(request.headers.get(TOKEN_HEADER, \"\")):", "if False:", "tests/web/test_gate.py -k 'token'"),
    Protection("workbench: other names of the host", "pnp/web/gate.py", "if host != self._host:", "if False:", "tests/web/test_gate.py -k 'own_name'"),
    Protection("workbench: requests by other sites", "pnp/web/gate.py", "if not _is_own(request) and not (page and method in SAFE_METHODS and not path.startswith(API)):", "if False:", "tests/web/test_attacks.py -k 'another_site'"),
    Protection("workbench: maximum size of requests", "pnp/web/gate.py", "or int(length) > most", "", "tests/web/test_gate.py tests/web/test_attacks.py -k 'too_long or content_length'"),
    Protection("workbench: other origins", "pnp/web/gate.py", 'if headers.get("origin") != f"http://{host}":', "if False:", "tests/web/test_gate.py"),
    Protection("friends: cookies of other places", "pnp/web/links.py", "if place is None or not place.entry.admits(request):", "if place is None:", "tests/web/test_friends.py -k 'one_place'"),
    Protection("friends: keys of other places", "pnp/web/entry.py", "f\"{table} {place}\".encode()", "table.encode()", "tests/web/test_friends.py -k 'one_place'"),
    Protection("friends: tokens of other places", "pnp/web/links.py", "not place.entry.admits_token(request.headers.get(TOKEN_HEADER, \"\"))", "False", "tests/web/test_friends.py -k 'one_place'"),
    Protection("friends: cookies of earlier runs", "pnp/web/entry.py", "self._cookie = secrets.token_urlsafe(LENGTH)", "self._cookie = 'x' * 32", "tests/web/test_friends.py -k 'restarted'"),
    Protection("friends: moves for others", "pnp/web/friends.py", "[each for each in people if each == seat]", "people", "tests/web/test_friends.py -k 'own_hand'"),
    Protection("friends: hands of others", "pnp/web/friends.py", "else [self.place(request).seat]", "else [*range(match.record.players)]", "tests/web/test_friends.py -k 'own_hand'"),
    Protection("friends: records of other games", "pnp/web/friends.py", "if name != self.name and name not in self.place(request).branches:", "if False:", "tests/web/test_friends.py -k 'other_games'"),
    Protection("friends: other games of the project", "pnp/web/friends.py", "if request.path_params.get(\"game\", game) != game:", "if False:", "tests/web/test_table_secrets.py -k 'other_games'"),
    Protection("friends: the deal is in the record", "pnp/web/play.py", "if not (match.over or access.may_branch(request, match)):", "if False:", "tests/web/test_friends.py -k 'own_hand'"),
    Protection("friends: games from positions tell what is hidden", "pnp/web/friends.py", "return (match.over or self.alone) and", "return", "tests/web/test_friends.py -k 'own_hand'"),
    Protection("friends: seats of others are not handed to bots", "pnp/web/friends.py", "or not (place.host or place.seat == seat):", "or False:", "tests/web/test_friends.py -k 'handed'"),
    Protection("friends: seats without a link", "pnp/web/friends.py", "seat not in self.held or", "", "tests/web/test_friends.py -k 'handed'"),
    Protection("friends: bots that think too long", "pnp/web/friends.py", "if name != PERSON and name not in self.bots:", "if False:", "tests/web/test_friends.py -k 'handed'"),
    Protection("friends: moves of others are not taken back", "pnp/web/matches.py", "if held:\n            seats", "if False:\n            seats", "tests/web/test_table_secrets.py -k 'takes_back'"),
    Protection("friends: other names of the host", "pnp/web/links.py", "if host != own:", "if False:", "tests/web/test_friends.py -k 'answers_under'"),
    Protection("friends: floods", "pnp/web/links.py", "if not place.allowance.take(cost):", "if False:", "tests/web/test_friends.py -k 'flood'"),
    Protection("friends: number of streams", "pnp/web/friends.py", "if place.streams >= (MOST_WATCHING if place.seat == SPECTATOR else MOST_STREAMS):", "if False:", "tests/web/test_friends.py -k 'streams'"),
    Protection("friends: size of requests", "pnp/web/links.py", "refuse_foreign(request, own, path, LARGEST_BODY)", "refuse_foreign(request, own, path, 10**9)", "tests/web/test_friends.py -k 'too_long'", ("pnp/web/links.py", "        return LARGEST_BODY\n", "        return 10**9\n")),
    Protection("friends: seeds that cannot be tried", "pnp/cli/commands/play.py", "else 10**30", "else 10**9", "tests/web/test_friends.py -k 'others_reach'"),
    Protection("friends: a warning if others reach it", "pnp/cli/table.py", "if ipaddress.ip_address(self.options.address).is_loopback:", "if True:", "tests/web/test_friends.py -k 'others_reach'"),
    Protection("friends: scenes hold what a viewer observes", "pnp/play/scene.py", "rules.scene.table(imagined(state, viewer), viewer, lang)", "rules.scene.table(state, viewer, lang)", "tests/web/test_table_secrets.py -k maki", ("pnp/play/simple_scene.py", "        if held.shown(viewer):\n", "        if True:\n")),
    Protection("friends: odds of spectators", "pnp/web/play.py", "if viewer == SPECTATOR and not (", "if False and not (", "tests/web/test_table_secrets.py -k 'winston'"),
    Protection("friends: errors quote no position", "pnp/library/matches.py", "if action not in match.state.legal():", "if False:", "tests/web/test_table_secrets.py -k koko", ("pnp/web/friends.py", "if response.status_code in HARMLESS or all(problem[\"code\"] in HARMLESS_CODES for problem in problems):", "if True:")),
    Protection("workbench: code is not edited", "pnp/library/texts.py", "    CODE_SUFFIX, \".pyc\",", "    \".pyc\",", "tests/library/test_texts.py -k texts_of_a_game"),
    Protection("workbench: links to other kinds of files are not written", "pnp/library/texts.py", "return \"it is a link to another kind of file; edit that file in a text editor\"", "return \"\"", "tests/library/test_texts.py -k links"),
    Protection("workbench: unsaved code does not run", "pnp/store/files.py", "raise ValueError(\"unsaved code is not run\")", "pass", "tests/store/test_unsaved.py -k code"),
    Protection("workbench: unsaved content has the same limits", "pnp/store/files.py", "        _check_size(len(edited), path, largest)\n", "", "tests/store/test_unsaved.py -k limit"),
    Protection("squib: YAML aliases are counted", "pnp/starter/squib/layout.py", "if self.aliases > MOST_ALIASES:", "if False:", "tests/starter/test_squib.py -k 'hostile_yaml and aliases'"),
    Protection("squib: YAML that multiplies", "pnp/starter/squib/layout.py", "if counted[0] > MOST_VALUES:", "if False:", "tests/starter/test_squib.py -k 'hostile_yaml and laughs'"),
    Protection("squib: YAML without Python objects", "pnp/starter/squib/layout.py", "class _LimitedLoader(yaml.SafeLoader)", "class _LimitedLoader(yaml.UnsafeLoader)", "tests/starter/test_squib.py -k 'hostile_yaml and python'"),
    Protection("squib: only files of the folder", "pnp/starter/squib/folder.py", "if inside and path.is_file():", "if path.is_file():", "tests/starter/test_squib.py -k nothing_outside"),
    Protection("squib: expressions and blocks are not nested deeply", "pnp/starter/squib/ruby.py", "if self._depth > DEEPEST:", "if False:", "tests/starter/test_squib.py -k not_nested"),
    Protection("squib: loops end", "pnp/starter/squib/script.py", "return self._steps <= MOST_STEPS", "return True", "tests/starter/test_squib.py -k endless"),
]  # fmt: skip


@contextmanager
def removed(protection: Protection, copy: Path) -> Iterator[None]:
    """Remove a protection from a copy of the source, for a while."""
    before: dict[Path, str] = {}
    try:
        for file, old, new in filter(None, ((protection.file, protection.old, protection.new), protection.also)):
            text = (copy / file).read_text("utf-8")
            before.setdefault(copy / file, text)
            if old not in text:
                raise SystemExit(f"{protection.name}: {file} no longer contains: {old}")
            (copy / file).write_text(text.replace(old, new), "utf-8")
        yield
    finally:
        for path, text in before.items():
            path.write_text(text, "utf-8")


def end_processes(copy: Path) -> None:
    """End processes that the tests in a copy have left behind: without a protection, some outlive their parent."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.environ().get("PYTHONPATH", "").split(os.pathsep)[0] == str(copy):
                process.kill()


def passes(protection: Protection, copy: Path) -> bool:
    """Return whether the tests of a protection pass in a copy of the source; tests that hang do not."""
    files, _, which = protection.tests.partition(" -k ")
    words = [sys.executable, "-c", RUN_PYTEST, "-x", "-q", "--slow", "-p", "no:cacheprovider", *files.split()]
    words += ["-k", which.strip("'")] if which else []
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            words, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        end_processes(copy)
    if run.returncode in (2, 3, 4, 5):  # pytest was interrupted or misused, or found no test
        raise SystemExit(f"{protection.name}: {run.stdout[-600:]}{run.stderr[-600:]}")
    return run.returncode == 0


def noticed(protection: Protection, copy: Path) -> bool:
    """Return whether a test fails without the protection, and only then."""
    if not passes(protection, copy):
        raise SystemExit(f"{protection.name}: its tests fail even with the protection: pytest {protection.tests}")
    with removed(protection, copy):
        return not passes(protection, copy)


def main() -> int:
    """Try them all."""
    words = sys.argv[1:]
    wanted = [each for each in PROTECTIONS if not words or any(word in each.name for word in words)]
    processes = os.cpu_count() or 1
    copies: SimpleQueue[Path] = SimpleQueue()
    missed = 0
    with TemporaryDirectory(prefix="pnp-protections-") as folder, ThreadPoolExecutor(processes) as pool:
        for number in range(processes):
            copy = Path(folder, str(number))
            copy.mkdir()
            for each in COPIED:
                (shutil.copytree if (ROOT / each).is_dir() else shutil.copy)(ROOT / each, copy / each)
            copies.put(copy)

        def tried(protection: Protection) -> bool:
            copy = copies.get()
            try:
                return noticed(protection, copy)
            finally:
                copies.put(copy)

        for protection, found in zip(wanted, pool.map(tried, wanted), strict=True):
            missed += not found
            sys.stdout.write(f"{'noticed' if found else 'MISSED '}  {protection.name}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(wanted) - missed} of {len(wanted)} noticed\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
