"""The press: faces become PDF pages, each stored once, and are stamped on the sheets."""

from pnp.press.job import Job, Printed, RendererName
from pnp.press.print import print_game

__all__ = ["Job", "Printed", "RendererName", "print_game"]
