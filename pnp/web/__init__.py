"""The workbench: a local web server that shows a game while it is being designed. It calls the library."""
