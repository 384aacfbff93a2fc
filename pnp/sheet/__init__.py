"""Sheets: where every piece lies on the paper, in mm from its upper left corner. Geometry only, no drawing."""
