"""Effects of calls of the project's code: what is read, written, kept and returned."""
