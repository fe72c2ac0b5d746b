"""Random numbers of the host, drawn in the graph; layers that a draw leaves out."""
