"""Syntactic facts about the names of a function: counters, loop variance, sizes, assignments."""
