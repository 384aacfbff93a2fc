"""Worker processes for untrusted work, run by a supervisor within limits; they return plain data."""
