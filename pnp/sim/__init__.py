"""Many games between bots: how they are played, counted and told."""
