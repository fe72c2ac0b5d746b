"""Code that is there to fail: what stands in ``with pytest.raises(...)`` or ``with self.assertRaises(...)``."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.frame import Event
from fullgraph.lint.project.index import dotted_name

_CONTEXTS = frozenset("raises warns assertRaises assertRaisesRegex assertWarns assertWarnsRegex".split())


def fails_on_purpose(event: Event) -> bool:
    """Return whether a test around the event waits for it to raise or warn."""
    parents = event.frame.module.parents
    around = parents.get(event.node)
    while around is not None and not isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        if isinstance(around, (ast.With, ast.AsyncWith)):
            made = [item.context_expr.func for item in around.items if isinstance(item.context_expr, ast.Call)]
            if any((node.attr if isinstance(node, ast.Attribute) else dotted_name(node)) in _CONTEXTS for node in made):
                return True
        around = parents.get(around)
    return False
