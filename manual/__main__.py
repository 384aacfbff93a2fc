"""`python -m manual reference` renews docs/reference, `python -m manual gallery` makes docs/gallery; no word, both."""

from __future__ import annotations

import sys
import time

from manual.reference import DOCS, REFERENCE, ROOT, write_reference


def main(words: list[str]) -> int:
    """Do what is asked for, and say what was done; 2 for what nobody knows."""
    if unknown := set(words) - {"reference", "gallery"}:
        print(f"expected reference or gallery, got {', '.join(sorted(unknown))}", file=sys.stderr)  # noqa: T201
        return 2
    if not words or "reference" in words:
        began = time.perf_counter()
        pages, written = write_reference()
        took = time.perf_counter() - began
        print(f"{REFERENCE.relative_to(ROOT)}: {pages} pages, {written} renewed ({took:.1f} s)")  # noqa: T201
    if not words or "gallery" in words:
        from manual.gallery import write_site_gallery

        began = time.perf_counter()
        made = write_site_gallery(DOCS / "gallery")
        print(f"docs/gallery: {made} ({time.perf_counter() - began:.1f} s)")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
