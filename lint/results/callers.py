"""Whether a fix in a function is looked at for all calls of the function: those that were interpreted are not all."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterator

from fullgraph.lint.domain.frame import Analysis, Frame
from fullgraph.lint.project.index import FunctionInfo, Module
from fullgraph.lint.source import syntax


def unseen(interp: Analysis, frame: Frame, statement: ast.stmt, seen: Collection[Frame]) -> str | None:
    """A call, or another use, of a frame's function for which nothing is known of a statement in it; None for none.

    ``seen``: the frames in which it is known. Of a function that nothing in the files calls, as of a ``forward``, what
    it is given is what its annotations say.
    """
    function = frame.function
    if function is None or frame.caller is None:
        return None
    for other in interp.runs_of(function):
        if other.tracing and other not in seen and _reaches(interp, other, statement):
            return _text(other.caller, other.call)
    name = _name(function)
    if name is None:
        return None
    traced = interp.calls_of(function)
    of_tensors = name in interp.torch.methods
    for module in interp.project.holding((name,)):
        if module.origin != "followed":
            for node in _uses(module, name, function.owner is not None, of_tensors):
                if node not in traced:
                    return module.source.segment(node)
    return None


def _name(function: FunctionInfo) -> str | None:
    """The name that a function is called by; of a lambda, that of the variable which it is assigned to."""
    if not isinstance(function.node, ast.Lambda):
        return function.name
    around = function.module.parents.get(function.node)
    target = around.targets[0] if isinstance(around, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else None


def _text(frame: Frame | None, node: ast.AST | None) -> str:
    return frame.text(node) if frame is not None and node is not None else ""


def _reaches(interp: Analysis, frame: Frame, statement: ast.stmt) -> bool:
    """Return whether a run of the function comes to the statement."""
    if frame.entry is None or frame.function is None or isinstance(frame.function.node, ast.Lambda):
        return True
    env, heap = frame.entry
    again = copy.copy(frame)
    again.env, again.findings, again.returns, again.heaps, again.yields = dict(env), [], [], [], []
    again.suspended = None
    return bool(interp.probed(again, frame.function.node.body, heap, watched=statement).states)


def _uses(module: Module, name: str, is_method: bool, of_tensors: bool) -> Iterator[ast.expr]:
    """The calls of what has a function's name, and other expressions that may lead to it.

    ``of_tensors``: tensors have a method of that name, so that of methods only those count that surely are no tensor's.
    """
    aliases = (node for node in syntax.walk_kinds(module.tree, (ast.alias,)) if isinstance(node, ast.alias))
    names = {name, *(one.asname for one in aliases if one.asname is not None and one.name == name)}
    for node in syntax.walk_kinds(module.tree, (ast.Name, ast.Attribute)):
        if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(node.ctx, ast.Load):
            continue
        if node.attr != name if isinstance(node, ast.Attribute) else is_method or node.id not in names:
            continue
        if is_method and of_tensors and not _is_own(node):
            continue
        around = module.parents.get(node)
        yield around if isinstance(around, ast.Call) and around.func is node else node


def _is_own(node: ast.expr) -> bool:
    """Return whether a method is that of the object of the class, or asked of the class by its name."""
    owner = node.value if isinstance(node, ast.Attribute) else None
    return isinstance(owner, ast.Name) and (owner.id in ("self", "cls") or owner.id[:1].isupper())
