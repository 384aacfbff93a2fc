"""Run the command line with `python -m pnp`."""

from pnp.cli import main

main()
