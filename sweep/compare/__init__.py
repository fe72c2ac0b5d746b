"""What changed between two sweeps, and what it is put down to."""
