"""Ways to set attributes and global names that do not name them: what a file sets so is not known."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from fullgraph.lint.project.index import Module
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite.analysis.trees import is_name

TABLES = frozenset(("_modules", "_buffers", "_parameters", "__dict__"))
"""Attributes that are the dictionary of an object's attributes, or of some of them."""
_MACHINERY = frozenset(
    (
        "__defaults__ __kwdefaults__ __code__ __closure__ __globals__ __bases__ __setstate__ f_globals f_locals "
        "_forward_hooks _forward_pre_hooks"
    ).split()
)
"""Attributes through which objects, functions and classes become others."""
_READING = frozenset("items keys values get copy __contains__ __getitem__ __iter__ __len__".split())
_TAKING = frozenset("len list dict tuple set sorted iter enumerate str repr any all sum print".split())
"""Functions that only read a dictionary."""
_ASKING = frozenset(("getattr", "hasattr"))
"""Functions that only read a module."""
_NAMED = TABLES | _MACHINERY | {"__setattr__", "__delattr__"}
"""Names that may be looked up by a text, as in ``getattr(x, "__dict__")``."""


_WORDS = re.compile(
    rf"{'|'.join((*TABLES, *_MACHINERY))}|setattr|delattr|__class__|sys\s*\.\s*modules|\b(globals|vars)\b"
    r"|\b(exec|eval)\s*\("
)
"""What a file without such ways has nowhere in its text."""


def is_table(node: ast.AST) -> bool:
    """Return whether an expression is the dictionary of an object's attributes, or of some of them."""
    if isinstance(node, ast.Call):
        return is_name(node.func, "vars")
    return isinstance(node, ast.Attribute) and node.attr in TABLES


def sets_attributes(module: Module) -> bool:
    """Return whether a file may set attributes of objects without their names."""
    return _has(module, "sets attributes", _sets)


def sets_globals(module: Module) -> bool:
    """Return whether a file may give a global name another meaning without the name."""
    return _has(module, "sets globals", _rebinds)


Parents = Mapping[ast.AST, ast.AST]


def _has(module: Module, key: str, found: Callable[[ast.AST, Parents], bool]) -> bool:
    def any_is() -> bool:
        if _WORDS.search(module.source.text) is None:
            return False
        return any(found(node, module.parents) for node in syntax.walk(module.tree))

    return syntax.remembered(module.tree, key, any_is)


def _sets(node: ast.AST, parents: Parents) -> bool:
    around = parents.get(node)
    called = isinstance(around, ast.Call) and around.func is node
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value in _NAMED
    if isinstance(node, ast.Name):
        if node.id in ("setattr", "delattr", "vars"):
            return not called
        return node.id in ("exec", "eval")
    if is_table(node):
        stored = isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        return stored or not _is_only_read(node, parents)
    if not isinstance(node, ast.Attribute):
        return False
    if node.attr == "__setattr__":
        return not (isinstance(around, ast.Call) and called and any(map(_is_text, around.args[:2])))
    builtin = node.attr in ("setattr", "delattr", "__delattr__")  # the first two of the module `builtins`
    return builtin or node.attr in _MACHINERY or (node.attr == "__class__" and not isinstance(node.ctx, ast.Load))


def _rebinds(node: ast.AST, parents: Parents) -> bool:
    around = parents.get(node)
    called = isinstance(around, ast.Call) and around.func is node
    if isinstance(node, ast.Constant):
        return node.value in ("__globals__", "f_globals")
    if isinstance(node, ast.Attribute):
        if node.attr == "modules" and is_name(node.value, "sys"):
            looked_up = isinstance(around, ast.Subscript) and isinstance(around.ctx, ast.Load)
            return not _is_only_read(node, parents) or (looked_up and not _is_only_read(around, parents, _ASKING))
        return node.attr in ("__globals__", "f_globals")
    if not isinstance(node, ast.Name):
        return False
    if node.id in ("globals", "vars"):
        own = isinstance(around, ast.Call) and called and not around.args
        return not called or (own and not _is_only_read(around, parents))
    return node.id in ("exec", "eval")


def _is_only_read(node: ast.AST | None, parents: Parents, takers: frozenset[str] = _TAKING) -> bool:
    """Return whether nothing but the items of a dictionary, or the attributes of a module, is read where it stands."""
    around = parents.get(node) if node is not None else None
    if isinstance(around, ast.Attribute):
        call = parents.get(around)
        return around.attr in _READING and isinstance(call, ast.Call) and call.func is around
    if isinstance(around, ast.Subscript):
        held = around.slice.value if isinstance(around.slice, ast.Constant) else None
        return around.value is node and isinstance(around.ctx, ast.Load) and held not in TABLES
    if isinstance(around, ast.Call):
        return isinstance(around.func, ast.Name) and around.func.id in takers and around.func is not node
    if isinstance(around, ast.keyword):
        return around.arg is None
    if isinstance(around, (ast.For, ast.comprehension)):
        return around.iter is node
    return isinstance(around, (ast.Compare, ast.Dict, ast.Expr, ast.FormattedValue))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
