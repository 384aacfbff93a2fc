"""Check games: compare box contents, spec and rules engine, and apply the designer's composition rules."""
