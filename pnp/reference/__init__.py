"""What can be written in game.toml, pnp.toml and memos: schemas for editors, and every key explained."""
