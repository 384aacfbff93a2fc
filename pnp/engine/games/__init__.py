"""One file a game, complete and short: `RULES` is the class that knows it."""
