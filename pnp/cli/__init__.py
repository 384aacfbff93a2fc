"""The command line: one file a command. Here things are parsed, called and printed; nothing below prints or exits."""

from pnp.cli.app import main

__all__ = ["main"]
