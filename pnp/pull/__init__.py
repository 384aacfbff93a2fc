"""Tables from the network: the only part of pnp that touches it, and only when it is asked to."""
