"""Exports for print shops, tabletop simulators, cutting machines and other programs."""
