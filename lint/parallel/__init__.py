"""Checks the files of a run in several processes, and outlives what a file does to one of them."""
