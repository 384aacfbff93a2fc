"""Download tables; the only part of pnp that accesses the network, and only on request."""
