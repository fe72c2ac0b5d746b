"""Libraries whose modules `fullgraph verify` has no way to build by itself: each module here knows how, and of which.

A name of a zoo is a factory: ``benchmarks/accuracy/zoos/image_quality.py:SSIMLoss``. `names` lists them.
"""
