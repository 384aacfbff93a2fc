"""A first game of one's own: a folder that builds at once, and the files that it is made from."""
