"""Models of libraries' functions, one file per library."""
