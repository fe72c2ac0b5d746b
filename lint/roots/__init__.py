"""Roots of compilation, where interpretation starts."""
