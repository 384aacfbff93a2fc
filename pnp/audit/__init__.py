"""Audit: read a finished PDF back, measure it, and compare it with its game."""
