"""Where a game goes: shops, table simulators, cutting machines, other programs."""
