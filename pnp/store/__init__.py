"""Storage: reading and writing files, the cache, and hashes of files and code."""
