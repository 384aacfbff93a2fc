"""Boxes: a tuck box for cards, or a lid and a tray for tiles, sized for the pieces of a game."""
