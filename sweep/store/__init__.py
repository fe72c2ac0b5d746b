"""The store of a sweep: one DuckDB file, written by one process."""
