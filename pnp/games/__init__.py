"""The games bundled with pnp, one package each, whose `GAME` lists its parts."""
