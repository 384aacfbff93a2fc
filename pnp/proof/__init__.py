"""Proofread all the texts that a game prints."""
