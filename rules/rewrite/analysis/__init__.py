"""What is known of the program around a rewrite, and what may be done to it."""
