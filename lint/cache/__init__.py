"""The cache: results of earlier runs in files, used again where nothing that they came from has changed.

A file's result comes from the contents of all files that were looked into for it, from where modules were found and
not found, from which of these files were given, from the settings, and from fullgraph itself. All of it is compared
by content; times of files count for nothing. What is kept is JSON, so that reading it runs nothing.
"""

from fullgraph.lint.cache.store import Cache

__all__ = ["Cache"]
