"""Generate the documentation: `python -m manual`, or only one part with its name.

reference   docs/reference, which is committed
gallery     output/docs-pages/gallery; only games that have changed
site        output/docs, from the existing pages
logo        docs/assets/logo.svg and favicon.svg
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from manual.reference import DOCS, write_reference


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


def _reference() -> None:
    pages, written = write_reference()
    _say(f"docs/reference: {pages} pages, {written} updated")


def _gallery() -> None:
    from manual.gallery import write_gallery_pages
    from manual.site import GALLERY, PAGES

    (PAGES / GALLERY).mkdir(parents=True, exist_ok=True)
    games, updated = write_gallery_pages(PAGES / GALLERY, _say)
    size = sum(path.stat().st_size for path in (PAGES / GALLERY).rglob("*") if path.is_file())
    _say(f"gallery: {games} games, {updated} updated, {size / 1e6:.1f} MB")


def _site() -> None:
    from manual.site import SITE, build_site, gather_pages

    count = gather_pages()
    _say(f"site: {count} pages, not counting the gallery")
    size = build_site()
    _say(f"site: {size / 1e6:.1f} MB; open {SITE / 'index.html'}")


def _logo() -> None:
    from manual.logo import write_logo

    _say(f"docs/assets: {', '.join(path.name for path in write_logo(DOCS / 'assets'))}")


PARTS: dict[str, Callable[[], None]] = {"reference": _reference, "gallery": _gallery, "site": _site}


def main(words: list[str]) -> int:
    """Generate the given parts, or all; return the exit code: 1 if a page is broken, 2 for an unknown part."""
    known = PARTS | {"logo": _logo}
    if unknown := set(words) - set(known):
        print(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(known)}", file=sys.stderr)  # noqa: T201
        return 2
    began = time.perf_counter()
    try:
        for part in words or PARTS:
            known[part]()
    except subprocess.CalledProcessError:
        print("the site was not built: see above", file=sys.stderr)  # noqa: T201
        return 1
    _say(f"done in {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
