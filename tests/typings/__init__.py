"""Types for the scripts of the workbench: the server's answers, and the elements of its pages."""
