"""What is compiled and timed. These modules import nothing of fullgraph, so that a plain script can time them too."""
