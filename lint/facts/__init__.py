"""Observed facts: what recorded runs saw of functions, as data."""
