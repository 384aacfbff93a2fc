"""One writer a module: each has `write(job)`, and `OPTIONS` that people can set."""
