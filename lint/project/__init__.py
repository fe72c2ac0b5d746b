"""Which module defines what, over all files of a run."""
