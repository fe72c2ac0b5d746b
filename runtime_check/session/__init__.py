"""`fullgraph verify` and `check --verify`, target by target."""
