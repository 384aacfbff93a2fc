"""The games that come with pnp, one package each; `GAME` in it names its parts."""
