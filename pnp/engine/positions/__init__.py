"""Positions as text, one module a game: encoded, and read back with every check."""
