"""A designer's project: its folders, Python, git history, and the lines of its files."""
