"""The name that a rewrite writes for ``torch``, and the import that it then needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop
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


def rewritten(make: Callable[[str], Fix], source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The fix that a function makes, which is given the name of torch, and raises ``Stop`` where there is none."""
    if isinstance(name := torch_name(source, oracle), Obstacle):
        return name
    torch, imports = name
    try:
        fix = make(torch)
    except Stop as stop:
        return Obstacle(str(stop))
    return replace(fix, edits=(*imports, *fix.edits))
