"""Earlier versions of a project from its git repository, which is only read: no hooks run, nothing changes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, did_you_mean, option_location, quote_value, truncate

OPTION: Final = "--changed-since"
SECONDS: Final = 60
"""Timeout of a git command, in seconds."""
LARGEST: Final = 1_000_000_000
"""Maximum size of all files of a version, in bytes."""
MOST_NAMES: Final = 12
"""Maximum number of tags and branches listed in a hint."""
MOST_LETTERS: Final = 80
"""Maximum length of a commit's subject, in characters."""
_FORMAT: Final = "{name}\t{when}\t{subject}"
_PLAIN_FILES: Final = ("100644", "100755")
_SAFE_OPTIONS: Final = ("--no-pager", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never")
"""Options that keep git from running commands from the repository's configuration, and from fetching."""


class Blob(NamedTuple):
    """A file in a commit."""

    path: str
    hash: str


class Revision(NamedTuple):
    """A named version of a project: HEAD or a tag."""

    name: str
    when: int
    """Time stamp, in seconds since 1970."""
    subject: str
    """First line of the commit message."""


def find_commit(root: Path, name: str) -> str:
    """Return the commit hash of a tag, branch or revision. Raise PnpError if there is none."""
    if not _git(root, "rev-parse", "--git-dir", check=False):
        hint = "give a PDF that pnp built earlier; tags only work in a git repository"
        message = f"{quote_value(name)} is not a PDF, and {root} is not a git repository"
        raise PnpError(Problem(option_location(OPTION), message, hint, code="E1307"))
    sound = name and not name.startswith("-") and name.isprintable() and ":" not in name
    found = _git(root, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", check=False) if sound else b""
    if not found:
        tags = _git(root, "for-each-ref", "--sort=-creatordate", "--format=%(refname:short)", "refs/tags", "refs/heads")
        names = tags.decode("utf-8", "replace").split()
        hint = did_you_mean(names[:MOST_NAMES], name) if names else "the repository has no tags yet"
        raise PnpError(
            Problem(
                option_location(OPTION),
                "must be an earlier PDF, a tag, a branch or a commit",
                hint,
                found=quote_value(name),
                code="E1307",
            )
        )
    return found.decode().strip()


def list_revisions(root: Path, most: int) -> list[Revision]:
    """Return the last commit of a project's repository, then its tags, newest first; empty without a repository."""
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
            found.append(Revision(name, int(when), truncate(subject, MOST_LETTERS)))
    return found


def extract_commit(root: Path, commit: str, parts: list[str], folder: Path) -> None:
    """Write the files below `parts` of a commit into an empty folder. Links are skipped."""
    blobs = _blobs(_git(root, "ls-tree", "-r", "-z", commit, "--", *parts))
    wanted = "".join(f"{blob.hash}\n" for blob in blobs).encode()
    sizes = _git(root, "cat-file", "--batch-check=%(objectsize)", stdin=wanted).split()
    if sum(int(size) for size in sizes if size.isdigit()) > LARGEST:
        message = f"that version is larger than {LARGEST // 1_000_000} MB"
        raise PnpError(Problem(option_location(OPTION), message, code="E0105"))
    content = _git(root, "cat-file", "--batch", stdin=wanted)
    place = 0
    for blob in blobs:
        head, _, _ = content[place : place + 200].partition(b"\n")
        words = head.split()
        if len(words) != 3:
            hint = "git fsck lists what is missing"
            raise PnpError(Problem(Location(blob.path), "is missing from the git repository", hint, code="E1307"))
        begin = place + len(head) + 1
        place = begin + int(words[2]) + 1
        path = folder.joinpath(*PurePosixPath(blob.path).parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content[begin : place - 1])


def _blobs(listed: bytes) -> list[Blob]:
    """Return the regular files of a `git ls-tree` listing, without paths that lead out of the folder."""
    blobs = []
    for line in listed.split(b"\0"):
        about, _, name = line.partition(b"\t")
        words, path = about.decode().split(), os.fsdecode(name)
        steps = PurePosixPath(path)
        if len(words) == 3 and words[0] in _PLAIN_FILES and not steps.is_absolute() and ".." not in steps.parts:
            blobs.append(Blob(path, words[2]))
    return blobs


def _git(root: Path, *words: str, stdin: bytes = b"", check: bool = True) -> bytes:
    """Run git in a folder and return its output. If it fails, raise PnpError, or return nothing without `check`."""
    quiet = os.environ | {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    try:
        ran = subprocess.run(  # noqa: S603
            ["git", "-C", str(root), *_SAFE_OPTIONS, *words],  # noqa: S607 (the user's git)
            input=stdin, capture_output=True, timeout=SECONDS, env=quiet, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        hint = "install git, or give a PDF that pnp built earlier"
        raise PnpError(
            Problem(option_location(OPTION), "needs git, which is not installed", hint, code="E1306")
        ) from None
    except subprocess.TimeoutExpired:
        raise PnpError(Problem(Location(), f"git did not answer within {SECONDS} seconds", code="E1401")) from None
    if ran.returncode and check:
        lines = ran.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise PnpError(Problem(Location(), f"git {words[0]} failed: {quote_value(lines[0])}", code="E1307"))
    return b"" if ran.returncode else ran.stdout
