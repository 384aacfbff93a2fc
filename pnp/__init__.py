"""pnp: from component specs to print-ready sheets, and to games that can be played."""

__version__ = "0.1.0"
