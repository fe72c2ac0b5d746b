"""Programs written by hand, without knowledge of the fixer, before and after their fixes."""
