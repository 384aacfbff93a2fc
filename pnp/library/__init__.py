"""The library under the commands: one function for each thing that pnp does. `import pnp` offers all of them."""
