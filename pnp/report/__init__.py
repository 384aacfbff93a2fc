"""What a run of many games tells a designer: a page, its charts, and what changed between two runs."""
