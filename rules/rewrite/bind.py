"""Give an object an attribute where it is made."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix, Position
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.imports import ensure_import
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.text import alone, indentation


def bind_attribute(
    statement: ast.stmt, source: SourceFile, attr: str, func_module: str, func_name: str, oracle: Oracle
) -> Fix | Obstacle:
    """Set ``.attr`` of what ``statement`` makes to ``func_module.func_name``, right behind it.

    ``statement`` assigns a new object to one name or attribute (``model = Model()``, ``self.model = Model()``) or
    returns it. Safe: the caller knows that the function is what the attribute would give.
    """
    if not alone(source, statement):
        return Obstacle("it shares its line with another statement; put it on a line of its own")
    found = _imported(source.tree, func_module, func_name)
    imports: tuple[Edit, ...] = ()
    if found is None:
        taken = any(_binds(node, func_name) for node in ast.walk(source.tree))
        found = oracle.fresh_name(f"_{func_name}") if taken else func_name
        renamed = "" if found == func_name else f" as {found}"
        imports = (ensure_import(f"from {func_module} import {func_name}{renamed}", source.tree, source),)
    indent = indentation(source, statement.lineno)
    message = f"Bind {func_name} to `{attr}` where the object is made"
    if isinstance(statement, ast.Return) and statement.value is not None:
        name = oracle.fresh_name("model")
        start, value = source.start(statement), source.start(statement.value)
        head = source.slice(start, value)
        opening = head.removeprefix("return").lstrip()
        edits = (
            Edit(start, value, f"{name} = {opening}"),
            _behind(statement, source, f"{name}.{attr} = {found}", f"return {name}", indent=indent),
        )
        return Fix(message, (*imports, *edits))
    target = _target(statement)
    if target is None:
        return Obstacle("the object is not assigned to one name or attribute")
    line = f"{source.segment(target)}.{attr} = {found}"
    return Fix(message, (*imports, _behind(statement, source, line, indent=indent)))


def _target(statement: ast.stmt) -> ast.expr | None:
    """The name or attribute that the statement assigns; the last one of several."""
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign):
        target = statement.targets[-1]
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target = statement.target
    node = target
    while isinstance(node, ast.Attribute):
        node = node.value
    return target if isinstance(node, ast.Name) else None


def _behind(statement: ast.stmt, source: SourceFile, *lines: str, indent: str) -> Edit:
    """New lines behind a statement and the comment on its last row."""
    row = statement.end_lineno or statement.lineno
    place = Position(row, len(before_newline(source, row)) + 1)
    return Edit(place, place, "".join(f"{source.newline}{indent}{line}" for line in lines))


def before_newline(source: SourceFile, row: int) -> str:
    return source.lines[row - 1].rstrip("\r\n")


def _imported(tree: ast.Module, module: str, name: str) -> str | None:
    """The name by which the module has imported the function at its top level."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == module and not node.level:
            for alias in node.names:
                if alias.name == name:
                    return alias.asname or alias.name
    return None


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a node gives the name a meaning, anywhere in the file."""
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name == name
    if isinstance(node, ast.arg):
        return node.arg == name
    if isinstance(node, ast.alias):
        return (node.asname or node.name.partition(".")[0]) == name
    return False
