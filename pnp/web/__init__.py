"""The workbench: a game seen in the browser while it is made. It calls the library, as the commands do."""
