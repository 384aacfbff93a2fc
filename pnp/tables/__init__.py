"""Edit CSV tables in place, with undo, leaving every other byte of the file unchanged."""
