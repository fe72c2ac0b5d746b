"""Generated programs, run before and after their fixes."""
