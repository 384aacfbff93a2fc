"""Check: what the box must hold, what the spec says, what the engine deals, and the rules a designer wrote."""
