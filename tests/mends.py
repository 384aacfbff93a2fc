"""Mends against hostile input, taken out one at a time: does a test notice?

    .venv/bin/python tests/mends.py [WORD…]

Each takes one protection out of a copy of the source, and runs the tests that are there for it. Prints each, and how many of how
many were noticed; exit 1 when one was not. With words, only those mends that have one of them in their name.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
COPIED: Final = ("pnp", "tests", "components", "templates", "pyproject.toml", "constraints.txt", "README.md")


class Mend(NamedTuple):
    """A protection: what it holds, where, and how it is taken out."""

    what: str
    file: str
    old: str
    new: str
    tests: str
    also: tuple[str, str, str] | None = None
    """A second protection that would hold alone: its file, and how it is taken out."""


UNHELD: Final = "pnp/worker/process.py", "resource.setrlimit(which, (soft, hard))", "pass"
MENDS: Final = [
    Mend("limits: memory is held to what is allowed", "pnp/limits.py", "min(self.memory or MEMORY", "min(MEMORY", "tests/test_worker.py -k memory_is_limited"),
    Mend("limits: processor time is watched", "pnp/worker/supervisor.py", "raise self.late(allowed", "(lambda *_: None)(allowed", "tests/test_worker.py -k processor_time", UNHELD),
    Mend("limits: the system holds them, too", "pnp/worker/process.py", "resource.setrlimit(which, (soft, hard))", "pass", "tests/test_worker.py -k system_itself"),
    Mend("limits: nothing is computed beforehand", "pnp/sandbox.py", "optimized=False", "optimized=True", "tests/face/test_limits.py -k computed"),
    Mend("limits: no filter stretches", "pnp/sandbox.py", "for name in STRETCHING:", "for name in ():", "tests/face/test_limits.py -k stretches"),
    Mend("limits: sums of lists stay small", "pnp/sandbox.py", "if weight(value) > LONGEST:", "if False:", "tests/face/test_limits.py -k stretches"),
    Mend("limits: references do not multiply", "pnp/face/nesting.py", "if elements > MOST_DRAWN:", "if False:", "tests/face/test_limits.py -k references"),
    Mend("limits: lengths below a million", "pnp/face/attributes.py", "(name in _LENGTHS and not _LENGTH.fullmatch(value))", "False", "tests/face/test_limits.py -k million"),
    Mend("forgery: pages are compared with the game drawn afresh", "pnp/audit/audit.py", "same = compare_pages(path, pdf, afresh, report, progress)", "same = set(range(1, 999))", "tests/audit/test_forged.py -k forgery_is_named"),
    Mend("forgery: catalogs are compared", "pnp/audit/audit.py", "compare_catalog(pdf, afresh.pdf, report)", "pass", "tests/audit/test_forged.py tests/audit/test_bad_files.py -k 'beside or forgery or printers'"),
    Mend("forgery: printers are told nothing of their own", "pnp/audit/catalog.py", "for key in sorted(set(told.keys()) - PREFERENCES - SHOWN):", "for key in ():", "tests/audit/test_forged.py tests/audit/test_bad_files.py -k 'beside or printers'"),
    Mend("forgery: nothing beside the pages", "pnp/audit/catalog.py", "for text in dict.fromkeys(_foreign(root)):", "for text in ():", "tests/audit/test_forged.py -k beside"),
    Mend("forgery: nothing in outlines acts", "pnp/audit/catalog.py", "if any(set(entry.keys()) - OUTLINE for entry in _outline(root)):", "if False:", "tests/audit/test_forged.py -k beside"),
    Mend("forgery: boxes of pages", "pnp/audit/likeness.py", "        _compare_boxes(", "        (lambda *_: None)(", "tests/audit/test_forged.py tests/audit/test_bad_files.py -k beside"),
    Mend("pictures: JPEGs without all their dots", "pnp/picture.py", "check_dots(content, parts)", "pass", "tests/face/test_damaged_pictures.py"),
    Mend("pictures: others without all their dots", "pnp/picture.py", "picture.load()  # fails if something is missing", "pass", "tests/face/test_damaged_pictures.py"),
    Mend("pictures: inks and turned ones inside an SVG", "pnp/face/guard.py", "if about.inks or about.turned != 1:", "if False:", "tests/face/test_limits.py -k pictures"),
    Mend("templates: what they are given is frozen", "pnp/face/piece.py", "return MappingProxyType({key: frozen(each) for key, each in value.items()})", "return value", "tests/face/test_frozen.py"),
    Mend("templates: references to nothing", "pnp/face/guard.py", "if target not in self.ids:", "if False:", "tests/face/test_frozen.py -k reference"),
    Mend("templates: a false edge", "pnp/press/edges.py", "problems.append(_problem(wanted[at], area))", "pass", "tests/press/test_edges.py -k found"),
    Mend("saving: seeds that cannot be written down", "pnp/play/core.py", "        seed.encode()\n", "        pass\n", "tests/play/test_seeds.py"),
    Mend("saving: no other file is overwritten", "pnp/cli/play.py", "            _check_free(path)\n", "", "tests/play/test_seeds.py -k overwrites"),
    Mend("children end with their parent: test plays", "pnp/sim/crew.py", "    Thread(target=_end_with_parent, daemon=True).start()\n", "", "tests/sim/test_hostile_runs.py -k parent"),
    Mend("children end with their parent: drawing", "pnp/worker/process.py", "    die_with_parent()\n", "", "tests/test_worker.py -k ends_with_its_parent"),
    Mend("children end with their parent: audits", "pnp/worker/process.py", "os.killpg(os.getpgrp(), signal.SIGKILL)  # including child processes\n    os._exit(1)", "return", "tests/test_worker.py -k reader_of_an_audit", ("pnp/worker/process.py", "    die_with_parent()\n", "")),
    Mend("children end with their parent: runs keep their games", "pnp/worker/process.py", "    if _in_background:\n        _thread.interrupt_main()", "    if _in_background:\n        pass", "tests/test_worker.py -k parent_is_killed"),
    Mend("files: only regular ones", "pnp/read.py", "if kind != stat.S_IFREG:", "if False:", "tests/test_read.py"),
    Mend("files: of a bounded size", "pnp/read.py", "if len(content) > largest:", "if False:", "tests/test_read.py"),
    Mend("files: only files are replaced", "pnp/write.py", "        check_regular(path, sys.maxsize)", "        pass", "tests/test_write.py"),
    Mend("files: a spec that is no file is named", "pnp/resources.py", "os.path.lexists(each / SPEC_FILE)", "(each / SPEC_FILE).is_file()", "tests/spec/test_load.py -k no_file"),
    Mend("runs: parts that unpack without end", "pnp/sim/folder.py", "_unpacked(read_whole(self.path, LARGEST_RUN))", "__import__('gzip').decompress(read_whole(self.path, LARGEST_RUN))", "tests/sim/test_hostile_runs.py -k unpacks"),
    Mend("the cache: entries are sealed", "pnp/cache.py", "return content if hmac.compare_digest(_sealed(key, content), entry[:_SEAL]) else None", "return content", "tests/press/test_cache.py -k 'lie or seal'"),
    Mend("messages: capped", "pnp/errors.py", "more = len(mistakes) - MOST_TOLD", "more = 0", "tests/test_errors.py"),
    Mend("messages: nothing acts on the terminal", "pnp/errors.py", "return _UNSAFE.sub(lambda match: _escaped(match[0]), text)", "return text", "tests/cli/test_hostile.py tests/audit/test_selections.py"),
    Mend("settings of the wrong type", "pnp/printers.py", "if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= largest:", "if False:", "tests/test_fuzz.py tests/press/test_calibration.py tests/cli/test_hostile.py tests/cli/test_printers.py -k 'printer or setting or wrong or offset'"),
    Mend("tables: workbooks are read elsewhere", "pnp/spec/workbook.py", "run_in_worker(parse_sheet, USUAL_LIMITS, content, where, sheet)", "parse_sheet(content, where, sheet)", "tests/spec/test_reader.py"),
    Mend("workers: plain data alone", "pnp/worker/supervisor.py", "message = json.loads(line)", "message = __import__('pickle' if line[:1] == b'\\x80' else 'json').loads(line)", "tests/test_worker.py -k only_read"),
    Mend("workers: answers of the declared type", "pnp/worker/supervisor.py", "answer = order.task.read_result(Message(value, objects, blobs))", "answer = value", "tests/test_worker.py -k only_read"),
    Mend("the workbench: other origins", "pnp/web/gate.py", 'if headers.get("origin") != f"http://{host}":', "if False:", "tests/web/test_gate.py"),
]  # fmt: skip


def noticed(mend: Mend, copy: Path) -> bool:
    """Whether a test fails without the mend."""
    before: dict[Path, str] = {}
    for file, old, new in filter(None, ((mend.file, mend.old, mend.new), mend.also)):
        text = (copy / file).read_text("utf-8")
        before.setdefault(copy / file, text)
        if old not in text:
            sys.exit(f"{mend.what}: {file} has no such piece any more: {old}")
        (copy / file).write_text(text.replace(old, new), "utf-8")
    files, _, which = mend.tests.partition(" -k ")
    words = [sys.executable, "-m", "pytest", "-x", "-q", "--slow", "-p", "no:cacheprovider", *files.split()]
    words += ["-k", which.strip("'")] if which else []
    try:
        environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run(words, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=240)
    except subprocess.TimeoutExpired:
        return True
    finally:
        for path, text in before.items():
            path.write_text(text, "utf-8")
    if run.returncode in (2, 3, 4, 5):  # pytest was stopped, misused, or found no test
        sys.exit(f"{mend.what}: {run.stdout[-600:]}{run.stderr[-600:]}")
    return run.returncode != 0


def main() -> int:
    """Try them all."""
    wanted = [mend for mend in MENDS if not sys.argv[1:] or any(word in mend.what for word in sys.argv[1:])]
    missed = 0
    with TemporaryDirectory(prefix="pnp-mends-") as name:
        for each in COPIED:
            place = ROOT / each
            (shutil.copytree if place.is_dir() else shutil.copy)(place, Path(name) / each)
        for mend in wanted:
            found = noticed(mend, Path(name))
            missed += not found
            sys.stdout.write(f"{'noticed' if found else 'MISSED '}  {mend.what}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(wanted) - missed} of {len(wanted)} noticed\n")
    return 0 if not missed else 1


if __name__ == "__main__":
    sys.exit(main())
