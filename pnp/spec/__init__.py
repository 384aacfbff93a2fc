"""The spec: what is in the box, as typed, checked models."""
