"""The commands, one file each: module NAME has a function NAME that parses, calls the library, and prints."""
