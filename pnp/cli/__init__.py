"""The command line: one file a command. Here things are parsed, called and printed; nothing below prints or exits.

What is slow to load (pydantic, typst, reportlab, pikepdf) is imported where it is needed.
"""

import sys

INTERRUPTED = 130
"""What a shell gives for a program that was stopped by Ctrl-C."""


def main() -> None:
    """Run pnp; Ctrl-C ends it quietly, also while it is still being loaded."""
    try:
        from pnp.cli.app import run_app

        run_app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


__all__ = ["main"]
