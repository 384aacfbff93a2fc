"""How good a position is, one file a game: `JUDGE` is the class that knows it."""
