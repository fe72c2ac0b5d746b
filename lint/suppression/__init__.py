"""Findings that are not to be told: comments, baselines."""
