"""Export writers, one per module: each has a function `write(job)` and the options it takes, `OPTIONS`."""
