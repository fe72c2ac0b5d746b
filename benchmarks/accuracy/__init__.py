"""How often ``fullgraph check`` is right: its findings held against graph breaks that TorchDynamo reported.

``python -m benchmarks.accuracy`` fetches the pinned packages, checks them and prints recall and precision.
"""
