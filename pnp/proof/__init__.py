"""Proof: everything that a game prints, read before it is printed."""
