"""The command line: one file a command. Here things are parsed, called and printed; nothing below prints or exits.

What is slow to load (pydantic, typst, reportlab, pikepdf) is imported where it is needed.
"""

from pnp.cli.app import main

__all__ = ["main"]
