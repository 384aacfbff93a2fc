"""Worker processes: untrusted work runs behind one supervisor, within limits, and answers with plain data."""
