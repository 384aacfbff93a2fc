"""Bots: computer players, which see only what their player may see."""
