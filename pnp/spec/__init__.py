"""Game specs: `game.toml` and its tables, read into checked models."""
