"""Earlier versions of a project, read from its git repository; nothing in the repository is run or changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from pnp.errors import PnpError, Problem, known, quoted, shortened
from pnp.location import Location, option

OPTION: Final = "--changed-since"
SECONDS: Final = 60
LARGEST: Final = 1_000_000_000
"""Bytes of all files that are read."""
MOST_NAMES: Final = 12
MOST_LETTERS: Final = 80
"""Of what was said of a commit."""
_FORMAT: Final = "{name}\t{when}\t{subject}"
_PLAIN_FILES: Final = ("100644", "100755")
_CAREFUL: Final = ("--no-pager", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never")
"""No command that a repository's settings name is run, and nothing is fetched."""


class Blob(NamedTuple):
    """A file of a commit."""

    path: str
    hash: str


class Version(NamedTuple):
    """A state of a project that git knows by a name."""

    name: str
    when: int
    """Seconds since 1970."""
    subject: str
    """The first line of what was said of it."""


def find_commit(root: Path, name: str) -> str:
    """The commit that a tag, a branch or a hash names, as a hash; PnpError where it names none."""
    if not _git(root, "rev-parse", "--git-dir", check=False):
        hint = "name a PDF that pnp built earlier; tags need a folder under git"
        message = f"{quoted(name)} is no PDF, and {root} is not a git repository"
        raise PnpError(Problem(option(OPTION), message, hint, code="E1307"))
    sound = name and not name.startswith("-") and name.isprintable() and ":" not in name
    found = _git(root, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", check=False) if sound else b""
    if not found:
        tags = _git(root, "for-each-ref", "--sort=-creatordate", "--format=%(refname:short)", "refs/tags", "refs/heads")
        names = tags.decode("utf-8", "replace").split()
        hint = known(names[:MOST_NAMES], name) if names else "the repository has no tags yet"
        raise PnpError(
            Problem(
                option(OPTION),
                "must be an earlier PDF, a tag, a branch or a commit",
                hint,
                found=quoted(name),
                code="E1307",
            )
        )
    return found.decode().strip()


def list_versions(root: Path, most: int) -> list[Version]:
    """The last commit of a project's repository, then its tags, the newest first; nothing without a repository."""
    try:
        form = _FORMAT.format(name="HEAD", when="%ct", subject="%s")
        last = _git(root, "rev-list", "--max-count=1", f"--format={form}", "HEAD", check=False)
        form = _FORMAT.format(name="%(refname:short)", when="%(creatordate:unix)", subject="%(subject)")
        tags = _git(
            root, "for-each-ref", "--sort=-creatordate", f"--count={most}", f"--format={form}", "refs/tags", check=False
        )
    except PnpError:
        return []
    found = []
    for line in (last + tags).decode("utf-8", "replace").splitlines():
        name, _, rest = line.partition("\t")
        when, _, subject = rest.partition("\t")
        if name and when.isdigit():
            found.append(Version(name, int(when), shortened(subject, MOST_LETTERS)))
    return found


def unpack(root: Path, commit: str, parts: list[str], folder: Path) -> None:
    """Write the files of these parts of a project, as a commit has them, into an empty folder; links are left out."""
    blobs = _blobs(_git(root, "ls-tree", "-r", "-z", commit, "--", *parts))
    wanted = "".join(f"{blob.hash}\n" for blob in blobs).encode()
    sizes = _git(root, "cat-file", "--batch-check=%(objectsize)", said=wanted).split()
    if sum(int(size) for size in sizes if size.isdigit()) > LARGEST:
        message = f"that version has more than {LARGEST // 1_000_000} MB"
        raise PnpError(Problem(option(OPTION), message, code="E0105"))
    content = _git(root, "cat-file", "--batch", said=wanted)
    place = 0
    for blob in blobs:
        head, _, _ = content[place : place + 200].partition(b"\n")
        words = head.split()
        if len(words) != 3:
            hint = "git fsck says what is missing"
            raise PnpError(Problem(Location(blob.path), "is missing from the git repository", hint, code="E1307"))
        begin = place + len(head) + 1
        place = begin + int(words[2]) + 1
        path = folder.joinpath(*PurePosixPath(blob.path).parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content[begin : place - 1])


def _blobs(listed: bytes) -> list[Blob]:
    """The plain files of a listing, none of which can lie outside its folder."""
    blobs = []
    for line in listed.split(b"\0"):
        about, _, name = line.partition(b"\t")
        words, path = about.decode().split(), os.fsdecode(name)
        steps = PurePosixPath(path)
        if len(words) == 3 and words[0] in _PLAIN_FILES and not steps.is_absolute() and ".." not in steps.parts:
            blobs.append(Blob(path, words[2]))
    return blobs


def _git(root: Path, *words: str, said: bytes = b"", check: bool = True) -> bytes:
    """What git answers in a folder; nothing where it fails and that is not checked."""
    quiet = os.environ | {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    try:
        ran = subprocess.run(  # noqa: S603
            ["git", "-C", str(root), *_CAREFUL, *words],  # noqa: S607 (the person's own git)
            input=said, capture_output=True, timeout=SECONDS, env=quiet, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        hint = "install git, or name a PDF that pnp built earlier"
        raise PnpError(Problem(option(OPTION), "needs git, which is not installed", hint, code="E1306")) from None
    except subprocess.TimeoutExpired:
        raise PnpError(Problem(Location(), f"git did not answer within {SECONDS} seconds", code="E1401")) from None
    if ran.returncode and check:
        lines = ran.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason"]
        raise PnpError(Problem(Location(), f"git {words[0]} failed: {quoted(lines[0])}", code="E1307"))
    return b"" if ran.returncode else ran.stdout
