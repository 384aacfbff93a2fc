"""Simulation: play many games between bots, collect statistics and compare runs."""
