"""What a name is bound to and where that is read, followed through the statements of one function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import LOOPS, SCOPES, block_around, end, is_name, nearest, place, root_of


def around(node: ast.AST, oracle: Oracle) -> Iterator[ast.AST]:
    """What a node stands in, from the inside out, up to and with its function."""
    parent = oracle.parent(node)
    while parent is not None:
        yield parent
        if isinstance(parent, SCOPES):
            return
        parent = oracle.parent(parent)


def function_of(node: ast.AST, oracle: Oracle) -> ast.AST | None:
    """The function, lambda or class around a node."""
    return next((above for above in around(node, oracle) if isinstance(above, SCOPES)), None)


def statement_of(node: ast.AST, oracle: Oracle) -> ast.stmt | None:
    """The innermost statement around a node."""
    return nearest(node, ast.stmt, oracle.parent)


def block_of(statement: ast.stmt, oracle: Oracle) -> list[ast.stmt]:
    """The statements among which one stands."""
    return block_around(oracle.parent(statement), statement)


def names(tree: ast.AST, name: str) -> list[ast.Name]:
    return list(_named(tree).names.get(name, ()))


def stores(tree: ast.AST, name: str) -> list[ast.AST]:
    """What binds a name, or lets another function do so."""
    named = _named(tree)
    found: list[ast.AST] = [node for node in named.names.get(name, ()) if not isinstance(node.ctx, ast.Load)]
    return found + named.others.get(name, [])


class _Named(NamedTuple):
    """The nodes of a tree by the names that they are about, in the order of a walk."""

    names: dict[str, list[ast.Name]]
    others: dict[str, list[ast.AST]]
    """Those that are not ``ast.Name`` and bind the name, or let another function do so."""


_known: WeakKeyDictionary[ast.AST, _Named] = WeakKeyDictionary()
"""By functions and compound statements, about which is asked again and again."""


def _named(tree: ast.AST) -> _Named:
    if not hasattr(tree, "body"):
        return _found(tree)
    known = _known.get(tree)
    if known is None:
        known = _known[tree] = _found(tree)
    return known


def _found(tree: ast.AST) -> _Named:
    found = _Named({}, {})
    for node in syntax.walk(tree):
        if isinstance(node, ast.Name):
            found.names.setdefault(node.id, []).append(node)
            continue
        for name in syntax.names_bound(node) if node is not tree else ():
            found.others.setdefault(name, []).append(node)
    return found


def bound_once(node: ast.Name, oracle: Oracle) -> ast.expr | None:
    """What a name is bound to, where the function binds it in one plain assignment."""
    function = function_of(node, oracle)
    found = stores(function, node.id) if function is not None else []
    if len(found) != 1 or not isinstance(found[0], ast.Name):
        return None
    statement = oracle.parent(found[0])
    plain = isinstance(statement, ast.Assign) and statement.targets == [found[0]]
    return statement.value if plain and isinstance(statement, ast.Assign) else None


def target_name(statement: ast.AST | None) -> str | None:
    """The name that a plain assignment binds."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return None


def reads(statement: ast.Assign, oracle: Oracle, mixed: bool = False) -> list[ast.Name] | None:
    """All that reads what a plain assignment binds its name to; None where that is not known one by one.

    ``mixed``: also what reads the name where other statements may have bound it.
    """
    name, function = target_name(statement), function_of(statement, oracle)
    if name is None or function is None or isinstance(function, (ast.ClassDef, ast.Lambda)):
        return None
    block = block_of(statement, oracle)
    following = block[block.index(statement) + 1 :]
    last = end(following[-1]) if following else end(statement)
    found = []
    stop: tuple[int, int] | None = None
    for later in following:
        bound = stores(later, name)
        if not bound:
            continue
        if target_name(later) != name or len(bound) > 1:
            return None
        stop = end(later)
        break
    for node in names(function, name):
        if not isinstance(node.ctx, ast.Load) or (place(node) < end(statement)):
            continue
        if stop is not None and place(node) > stop:
            continue
        if function_of(node, oracle) is not function:
            return None
        if place(node) > last and not mixed:
            return None
        found.append(node)
    inner = next((above for above in around(statement, oracle) if isinstance(above, LOOPS)), None)
    if inner is not None and stop is None:
        before = [
            node for node in names(inner, name) if isinstance(node.ctx, ast.Load) and place(node) < end(statement)
        ]
        if any(node not in list(ast.walk(statement)) for node in before):
            return None
    return found


def binding_of(node: ast.Name, oracle: Oracle) -> ast.Assign | None:
    """The assignment of the same block that surely bound what a name reads."""
    statement = statement_of(node, oracle)
    return binding_before(statement, node.id, oracle) if statement is not None else None


def binding_before(at: ast.stmt, name: str, oracle: Oracle) -> ast.Assign | None:
    """The assignment of the same block, or of one around it, that surely bound what a name holds before a statement."""
    statement: ast.stmt | None = at
    while statement is not None and not isinstance(statement, SCOPES):
        block = block_of(statement, oracle)
        for earlier in reversed(block[: block.index(statement)]):
            if stores(earlier, name):
                plain = isinstance(earlier, ast.Assign) and target_name(earlier) == name
                return earlier if plain and isinstance(earlier, ast.Assign) else None
        above = oracle.parent(statement)
        if isinstance(above, LOOPS) and stores(above, name):
            return None
        statement = above if isinstance(above, ast.stmt) else None
    return None


def unchanged(expr: ast.expr, start: ast.AST, stop: ast.AST, oracle: Oracle, *, inside: bool = True) -> bool:
    """Whether an expression of names and attributes means the same from one place of a function to a later one.

    ``inside``: up to the end of what stands there, and not only to its beginning.
    """
    root = root_of(expr)
    function = function_of(start, oracle)
    if not isinstance(root, ast.Name) or function is None or function is not function_of(stop, oracle):
        return False
    first, last = place(start), end(stop) if inside else place(stop)
    for node in ast.walk(function):
        if not first < place(node) < last:
            continue
        if is_name(node, root.id) and not isinstance(node.ctx, ast.Load):
            return False
        item = isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load)
        if item and isinstance(node, (ast.Attribute, ast.Subscript)) and names(node.value, root.id):
            return False
    return True
