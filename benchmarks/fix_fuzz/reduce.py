"""Make a program smaller as long as it still fails in the same way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Fails = Callable[[str], bool]


def reduced(text: str, fails: Fails) -> str:
    """Return the smallest program found by taking out statements, parts of them, and inputs."""
    best = ast.unparse(ast.parse(text))
    if not fails(best):
        return text
    shrinking = True
    while shrinking:
        shrinking = False
        for candidate in _smaller(best):
            if len(candidate) < len(best) and fails(candidate):
                best, shrinking = candidate, True
                break
    return best


def _smaller(text: str) -> Iterator[str]:
    """Programs with one thing less, large ones first."""
    count = sum(1 for _ in ast.walk(ast.parse(text)))
    for index in range(count):
        for way in range(4):
            tree = ast.parse(text)
            node = list(ast.walk(tree))[index]
            if _cut(tree, node, way):
                yield ast.unparse(ast.fix_missing_locations(tree))


def _cut(tree: ast.Module, node: ast.AST, way: int) -> bool:
    if isinstance(node, ast.stmt):
        return _cut_statement(tree, node, way)
    if isinstance(node, ast.expr) and not _is_annotation(tree, node):
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        return way < len(parts) and not isinstance(node, ast.Starred) and _replace(tree, node, parts[way])
    return False


def _is_annotation(tree: ast.Module, node: ast.expr) -> bool:
    return any(isinstance(one, ast.arg) and one.annotation is node for one in ast.walk(tree))


def _cut_statement(tree: ast.Module, node: ast.stmt, way: int) -> bool:
    for parent in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(parent, name, None)
            if not isinstance(block, list) or node not in block:
                continue
            inner: list[ast.stmt] | None = {
                0: [],
                1: getattr(node, "body", None),
                2: getattr(node, "orelse", None),
            }.get(way)
            if inner is None or (way and not inner) or (isinstance(node, (ast.FunctionDef, ast.ClassDef)) and way):
                return False
            place = block.index(node)
            block[place : place + 1] = inner
            return bool(block) or name != "body"
    return False


def _replace(tree: ast.Module, old: ast.expr, new: ast.expr) -> bool:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return True
            if isinstance(value, list) and old in value:
                place = value.index(old)
                value[place : place + 1] = [new] if len(value) < 3 else []
                return True
    return False
