"""`python -m pnp`."""

from pnp.cli import main

main()
