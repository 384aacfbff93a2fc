"""What pnp keeps on disk: files read and written, the cache, and hashes of files and code."""
