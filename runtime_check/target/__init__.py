"""Targets: what is verified, and the arguments that it is called with."""
