"""Audit: reads a finished PDF back and counts what is really on the paper."""
