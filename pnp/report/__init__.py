"""Reports for designers: an HTML page about a run, its charts, and the comparison of two runs."""
