"""Apply fixes: edits, passes to a fixpoint, whole files or nothing."""
