"""Sheets: where every piece lies on the paper, in mm from its upper left corner. Geometry only, no drawing."""

from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.page import Page, Placement
from pnp.sheet.paper import Paper, parse_paper

__all__ = ["Layout", "Page", "Paper", "Placement", "Sides", "impose", "parse_paper"]
