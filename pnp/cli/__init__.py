"""The command line, with one module per command. Only this package prints and exits.

Slow imports (pydantic, typst, reportlab, pikepdf) are made inside the functions that need them.
"""

import sys

INTERRUPTED = 130
"""Exit code of a program stopped by Ctrl-C."""


def main() -> None:
    """Run pnp. Ctrl-C ends it without a traceback, even while modules are still loading."""
    try:
        from pnp.cli.app import run_app

        run_app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


__all__ = ["main"]
