"""Branches, loops and asserts on tensor data, in the graph."""
