"""How each game's table is shown and its moves are said, in every language."""
