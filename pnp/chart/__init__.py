"""The chart toolkit: panels of bars, curves and numbers, set in pnp's own fonts and saved as SVG and PNG.

Lengths are inches and sizes of letters are points, as in matplotlib, which draws.
"""
