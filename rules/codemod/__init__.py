"""How a rewrite is written: new syntax trees from templates, printed by LibCST in the place of the old statements."""
