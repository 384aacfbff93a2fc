"""Players that are programs. A bot sees only what its player may see, never the state."""
