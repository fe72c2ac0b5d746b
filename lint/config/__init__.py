"""Settings and options."""
