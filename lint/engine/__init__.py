"""One run of ``check``."""
