"""How fast ``fullgraph check`` is, and where its time goes."""
