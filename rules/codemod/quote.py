"""Syntax trees from templates, as AutoGraph's ``templates`` and Lisp's quasi-quotation make them.

``expression("torch.where(CHOSEN, THEN, OTHER)", CHOSEN=test, THEN=a, OTHER=b)`` is the tree of the template with the
given trees in the places of its names. Trees of the program are put in as they are, not copied, so that the printer
finds the text that they have there. Nodes of templates have no place in a file: they have no ``lineno``.
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from fullgraph.lint.source import syntax

Expr = TypeVar("Expr", bound=ast.expr)
Part = ast.expr | str | int | float | Sequence[ast.expr] | Sequence[ast.stmt]
"""A tree; a name, perhaps dotted; a number; a list of trees for a name that stands in a list."""

_Tree = TypeVar("_Tree", bound=ast.AST)

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")
_FIELDS_OF_NAMES = ("name", "arg", "attr")


def expression(template: str, /, **parts: Part) -> ast.expr:
    """The expression of a template, with ``parts`` in the places of the names that they are given for."""
    tree = _parsed(template, "eval")
    assert isinstance(tree, ast.Expression)
    made = _Filled(parts).visit(tree.body)
    assert isinstance(made, ast.expr)
    return made


def statements(template: str, /, **parts: Part) -> list[ast.stmt]:
    """The statements of a template; a name that stands alone on a line can be given a list of statements."""
    tree = _parsed(template, "exec")
    assert isinstance(tree, ast.Module)
    made = _Filled(parts).visit(tree)
    assert isinstance(made, ast.Module)
    return made.body


def statement(template: str, /, **parts: Part) -> ast.stmt:
    """The one statement of a template."""
    (made,) = statements(template, **parts)
    return made


def name(identifier: str) -> ast.expr:
    """The expression that reads a name or a dotted name."""
    return expression("NAME", NAME=identifier)


def target(identifier: str) -> ast.expr:
    """What an assignment to a name or a dotted name assigns to."""
    made = name(identifier)
    made.ctx = ast.Store()  # type: ignore[attr-defined]
    return made


def assign(identifier: str | Sequence[str], value: ast.expr) -> ast.stmt:
    """``identifier = value``; of several identifiers, a value that is unpacked."""
    names = [identifier] if isinstance(identifier, str) else list(identifier)
    targets = [target(one) for one in names]
    left = targets[0] if isinstance(identifier, str) or len(targets) == 1 else ast.Tuple(targets, ast.Store())
    return ast.Assign([left], value)


def out_of_place(statement: ast.AugAssign) -> ast.Assign:
    """``n += 1`` as ``n = n + 1``, which changes no tensor in place."""
    updated = ast.unparse(statement.target)
    return ast.Assign([target(updated)], ast.BinOp(name(updated), statement.op, statement.value))


def call(function: str | ast.expr, *arguments: ast.expr, **keywords: ast.expr) -> ast.Call:
    """The call of a function, or of what a dotted name means."""
    called = name(function) if isinstance(function, str) else function
    return ast.Call(called, list(arguments), [ast.keyword(key, value) for key, value in keywords.items()])


def method(owner: ast.expr, attribute: str, *arguments: ast.expr, **keywords: ast.expr) -> ast.Call:
    """``owner.attribute(…)``."""
    return call(ast.Attribute(owner, attribute, ast.Load()), *arguments, **keywords)


def replaced(tree: Any, new: Mapping[ast.AST, ast.AST | Sequence[ast.stmt]]) -> Any:
    """A tree with some of its nodes replaced; what changes is copied, and remembers what it is a copy of (``origin``).

    The tree itself stays as it is. Without a node to replace in it, it is returned as it is. In a block several
    statements, or none, can stand in the place of one.
    """
    if tree in new:
        return new[tree]
    changes: dict[str, Any] = {}
    for field in syntax.FIELDS[type(tree)]:
        value = getattr(tree, field, None)
        if isinstance(value, ast.AST):
            made = replaced(value, new)
            if made is not value:
                changes[field] = made
        elif isinstance(value, list):
            items = replaced_all(value, new)
            if len(items) != len(value) or any(one is not two for one, two in zip(items, value, strict=True)):
                changes[field] = items
    return changed(tree, **changes) if changes else tree


def changed(tree: _Tree, **fields: Any) -> _Tree:
    """A copy of a node with other ``fields``. It remembers the node, of which the printer keeps the rest."""
    twin = copy.copy(tree)
    for field, value in fields.items():
        setattr(twin, field, value)
    return instead(tree, twin) if hasattr(tree, "origin") or not is_made(tree) else twin


def instead(old: ast.AST, new: _Tree) -> _Tree:
    """A made statement, with the comments of one of the program: those above it, and at the end of its line."""
    new.origin = getattr(old, "origin", old)  # type: ignore[attr-defined]
    return new


def detached(tree: _Tree) -> _Tree:
    """A copy that is written anew: of what stands in an f-string, whose place is not right before Python 3.12."""
    made = copy.deepcopy(tree)
    for node in ast.walk(made):
        for attribute in _PLACE:
            node.__dict__.pop(attribute, None)
    return made


def replaced_all(items: Sequence[Any], new: Mapping[ast.AST, ast.AST | Sequence[ast.stmt]]) -> list[Any]:
    """The same of trees side by side."""
    made = [replaced(item, new) if isinstance(item, ast.AST) else item for item in items]
    return [one for item in made for one in (item if isinstance(item, list) else [item])]


def is_made(node: ast.AST) -> bool:
    """Whether a node comes from a template, or is a changed copy: it has no text of its own in the file."""
    return not hasattr(node, "lineno") or hasattr(node, "origin") or hasattr(node, "stands_for")


def placed(made: _Tree, node: ast.AST) -> _Tree:
    """A made expression for which the interpreter is told that it stands where a node does."""
    ast.copy_location(made, node)
    made.__dict__["stands_for"] = node
    return made


@functools.lru_cache(maxsize=512)
def _parsed(template: str, mode: str) -> ast.AST:
    return detached(ast.parse(template, mode=mode))


class _Filled:
    """Copies a template and puts the parts in."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.parts = parts

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Name) and node.id in self.parts:
            part = self.parts[node.id]
            if isinstance(part, str):
                return _dotted(part, node.ctx)
            if isinstance(part, (int, float)):
                return ast.Constant(part)
            assert isinstance(part, ast.expr), f"{node.id} stands where one expression does"
            return part
        made = copy.copy(node)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                setattr(made, field, self.visit(value))
            elif isinstance(value, list):
                setattr(made, field, [one for item in value for one in self._items(item)])
            elif field in _FIELDS_OF_NAMES and isinstance(named := self.parts.get(value), str):
                setattr(made, field, named)
        return made

    def _items(self, item: object) -> Sequence[object]:
        if not isinstance(item, ast.AST):
            return [item]
        named = item.value if isinstance(item, ast.Expr) else item
        part = self.parts.get(named.id) if isinstance(named, ast.Name) else None
        if isinstance(part, Sequence) and not isinstance(part, str):
            return part
        return [self.visit(item)]


def _dotted(identifier: str, ctx: ast.expr_context) -> ast.expr:
    first, *rest = identifier.split(".")
    made: ast.expr = ast.Name(first, ast.Load() if rest else ctx)
    for index, attribute in enumerate(rest, 1):
        made = ast.Attribute(made, attribute, ctx if index == len(rest) else ast.Load())
    return made
