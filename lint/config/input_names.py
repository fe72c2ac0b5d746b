"""The names by which a file gives the inputs of its targets, which `verify`, the fixes and the editor go by."""

INPUTS = "inputs"
"""The function that gives the inputs of all targets of a file."""
OF_TARGET = "_inputs"
"""Behind the name of a target: what gives its own."""
ATTRIBUTE = "fullgraph_inputs"
"""The attribute of a target that gives its own."""
