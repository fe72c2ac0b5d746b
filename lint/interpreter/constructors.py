"""The constructors of an object, and where each first uses it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Instance
from fullgraph.lint.project.index import FunctionInfo, own_nodes
from fullgraph.lint.source.syntax import is_super_init


def frames(host: Frame, call: ast.AST, instance: Instance, init: FunctionInfo) -> Iterator[tuple[Frame, ast.expr]]:
    """A frame for each constructor that calls another by ``super().__init__()``, and where it first uses the object.

    From ``init`` up. ``host``, ``call``: the frame and the node that make the object.
    """
    constructor: FunctionInfo | None = init
    while constructor is not None and constructor.owner is not None:
        calls_up = [one for one in own_nodes(constructor.node) if is_super_init(one)]
        if not calls_up:
            return
        frame = Frame(constructor.module, constructor, caller=host, call=call, root=host.root, owner=instance)
        frame.conditions += host.conditions
        yield frame, _first_use(constructor, calls_up[0])
        above = instance.cls.find_method("__init__", after=constructor.owner)
        constructor = above if above is not constructor else None


def _first_use(constructor: FunctionInfo, call_up: ast.Call) -> ast.expr:
    """Where a constructor first uses the object: what it reads or sets of it, or the call of the one above."""
    arguments = constructor.node.args
    first = next(iter((*arguments.posonlyargs, *arguments.args)), None)
    used: list[ast.expr] = [call_up]
    for node in own_nodes(constructor.node):
        owner = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(node, ast.Attribute) and isinstance(owner, ast.Name) and first and owner.id == first.arg:
            used.append(node)
    return min(used, key=lambda node: (node.lineno, node.col_offset))
