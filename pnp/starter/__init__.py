"""The starter project that `pnp new` creates, and its files."""
