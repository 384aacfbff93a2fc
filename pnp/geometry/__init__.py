"""Geometry: millimetres, outlines, boxes and transformations."""
