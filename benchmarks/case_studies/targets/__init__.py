"""The targets of the studies, a file for each package.

Each file is copied as ``study.py`` beside the package, so that it is loaded anew with the package's fixed copy. Its
functions are factories, as ``fullgraph verify`` takes them; one whose name ends in ``_small`` builds a small version.
"""
