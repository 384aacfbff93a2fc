"""Memos: the rules of a game on one page or card."""
