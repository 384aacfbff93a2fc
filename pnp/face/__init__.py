"""Faces: a piece's side as SVG, drawn from its template, its row and the game's art."""
