"""Printing: faces become PDF pages, each stored once, and are stamped on the sheets."""
