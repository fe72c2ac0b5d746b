"""Diagnostics, the places they name, and internal faults."""
