"""Reference texts: keys of game.toml, pnp.toml and memos, JSON Schemas, error codes, and JSON outputs."""
