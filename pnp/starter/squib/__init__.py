"""A project from a Squib deck: its scripts are read, not run, and its layouts become layouts of pnp."""
