"""What ``action.yml`` does, on nothing but the standard library; ``fullgraph`` is run as a command."""
