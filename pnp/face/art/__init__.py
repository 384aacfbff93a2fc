"""Tools for drawings written in Python: a pen and curves."""
