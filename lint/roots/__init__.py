"""What is compiled: where interpretation starts."""
