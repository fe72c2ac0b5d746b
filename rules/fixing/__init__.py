"""From what happens at a line to its fix: asks the analyzer what is known there, and ``rules.rewrite`` for text."""
