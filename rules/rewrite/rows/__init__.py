"""All rows, where those are computed that data selects."""
