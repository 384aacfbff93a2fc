"""Faces: the sides of pieces as SVG, drawn from templates, table rows and art."""
