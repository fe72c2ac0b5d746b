"""The name that a rewrite writes for ``torch``, and the import that it then needs."""

from __future__ import annotations

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.imports import Import, imported


def torch_name(source: SourceFile, oracle: Oracle) -> tuple[str, tuple[Import, ...]] | Obstacle:
    """How to spell ``torch`` at the statement, with the import that makes it so."""
    alias = oracle.torch_alias()
    if alias is not None:
        return alias, ()
    if oracle.means_something("torch"):
        return Obstacle("the name `torch` means something else here")
    found = imported("torch", source, oracle)
    return found if isinstance(found, Obstacle) else ("torch", found)
