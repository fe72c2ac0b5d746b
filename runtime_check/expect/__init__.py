"""What is accepted of a target: a file of it, and what a run has beside it."""
