"""A soak: the language server and ``check --watch`` under edits for a long time, with what they hold as it passes."""
