"""Players that are programs. A bot sees what its player may see, never the state."""
