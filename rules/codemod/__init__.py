"""How a rewrite is written: new syntax trees from templates, printed by LibCST in the place of the old statements."""

WIDTH = 100
"""Lines that are made are not longer than this, where calls can be parted."""
