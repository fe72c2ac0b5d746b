"""One step of a target, repeatable, and what it computes and leaves behind."""
