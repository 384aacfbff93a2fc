"""Chart toolkit: panels of bars, curves and numbers, set in pnp's fonts and saved as SVG and PNG.

Lengths are in inches and type sizes in points, as in matplotlib, which does the drawing.
"""
