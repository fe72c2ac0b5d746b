"""``getattr(self, f"{kind}_loss")``: which attributes are meant where a part of their name is known."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import MAX_OPTIONS, UNKNOWN, Instance, Value, join_all
from fullgraph.lint.interpreter import aliases, attributes
from fullgraph.lint.project.index import ClassInfo, own_nodes

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_BEHIND = re.compile(r"^[-+ #0]*\d*(\.\d+)?[a-zA-Z]")
"""What follows the sign of a place in a text that `%` fills."""
LEAST = 5
"""Letters of a name that have to be known: fewer fit what is never asked for."""


def by_part_of_name(interp: Evaluator, frame: Frame, node: ast.Call, owner: Instance) -> Value:
    """Any of the object's methods and attributes whose names fit the second argument; UNKNOWN if too many do."""
    start, end = (ends_of(frame, node.args[1]) if len(node.args) > 1 else None) or ("", "")
    names = {name for name in interp.heap.of(owner.site) if not name.startswith(aliases.ANY)}
    names |= {name for cls in owner.cls.mro if isinstance(cls, ClassInfo) for name in cls.methods}
    if len(start) + len(end) < LEAST:
        names = set()
    fitting = sorted(
        name for name in names if name.startswith(start) and name.endswith(end) and len(name) > len(start) + len(end)
    )
    found = attributes.by_ends(interp, owner, start, end)
    if not 0 < len(fitting) + len(found) <= MAX_OPTIONS:
        return UNKNOWN
    reads = [ast.copy_location(ast.Attribute(node.args[0], name, ast.Load()), node) for name in fitting]
    return join_all([*found, *(attributes.load(interp, frame, read, owner, read.attr) for read in reads)])


def ends_of(frame: Frame, name: ast.expr) -> tuple[str, str] | None:
    """Return what a text that is put together begins and ends with; None if nothing of it is known."""
    if isinstance(name, ast.Name) and frame.function is not None:
        stores = [
            found
            for found in own_nodes(frame.function.node)
            if isinstance(found, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in found.targets)
        ]
        name = stores[0].value if len(stores) == 1 else name
    known = _ends(name)
    return known if known is not None and any(known) else None


def _ends(text: ast.expr) -> tuple[str, str] | None:
    if isinstance(text, ast.JoinedStr) and text.values:
        return _constant(text.values[0]), _constant(text.values[-1])
    if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add):
        return _constant(text.left), _constant(text.right)
    if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Mod) and (pattern := _constant(text.left)):
        return pattern.partition("%")[0], _BEHIND.sub("", pattern.rpartition("%")[2])
    method = text.func if isinstance(text, ast.Call) else None
    if isinstance(method, ast.Attribute) and method.attr == "format" and (pattern := _constant(method.value)):
        return pattern.partition("{")[0], pattern.rpartition("}")[2]
    return None


def _constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
