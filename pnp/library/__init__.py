"""Implementation of the public library, on which the commands are based; use it through `import pnp`."""
