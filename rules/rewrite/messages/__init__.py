"""Messages, guards around them, and what a function does for them alone."""
