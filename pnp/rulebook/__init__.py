"""Rulebooks: a booklet that teaches a game, from Markdown, with numbers, pictures and examples from the game."""
