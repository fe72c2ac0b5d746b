"""The name that a rewrite writes for ``torch``, and the import that it then needs."""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import Edit
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.imports import ensure_import_torch
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle


def torch_name(source: SourceFile, oracle: Oracle) -> tuple[str, tuple[Edit, ...]] | Obstacle:
    """How to spell ``torch`` at the statement, with the edits that make it so."""
    alias = oracle.torch_alias()
    if alias is not None:
        return alias, ()
    if oracle.means_something("torch"):
        return Obstacle("the name `torch` means something else here")
    edit = ensure_import_torch(source.tree, source)
    return "torch", (edit,) if edit is not None else ()
