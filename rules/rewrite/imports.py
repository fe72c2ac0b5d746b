"""Add an import where a module keeps its imports."""

from __future__ import annotations

import ast
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import Edit, Position
from fullgraph.lint.source.source_file import SourceFile

Import = ast.Import | ast.ImportFrom


def ensure_import_torch(tree: ast.Module, source: SourceFile) -> Edit | None:
    """The edit that adds ``import torch`` to a module; None where it has that import."""
    for node in tree.body:
        if isinstance(node, ast.Import) and any(alias.name == "torch" and not alias.asname for alias in node.names):
            return None
    return ensure_import("import torch", tree, source)


def ensure_import(line: str, tree: ast.Module, source: SourceFile) -> Edit:
    """The edit that adds an import statement to a module.

    ``import x`` goes behind the last one of its kind among the imports at the head of the module, in front of the
    ``from`` imports where it is the first of its kind; ``from x import y`` goes to its alphabetical place behind the
    last import whose package is ``x``'s, or behind the last import.
    """
    imports = head(tree)
    if not imports:
        return _first(line, tree, source)
    if line.startswith("import "):
        plain = [node for node in imports if isinstance(node, ast.Import)]
        if plain:
            return _behind(plain[-1], line, source)
        return _insert(imports[0].lineno, line + source.newline, source)
    package = line.split()[1].partition(".")[0]
    related = [node for node in imports if isinstance(node, ast.ImportFrom) and _package(node) == package]
    earlier = [node for node in related if f"from {node.module} " < line]
    if earlier:
        return _behind(earlier[-1], line, source)
    if related:
        return _insert(related[0].lineno, line + source.newline, source)
    return _behind(imports[-1], line, source)


def head(tree: ast.Module) -> list[Import]:
    """The imports at the top level in front of the first definition, without those of ``__future__``."""
    found: list[Import] = []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            break
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", None) != "__future__":
            found.append(node)
    return found


def _package(node: ast.ImportFrom) -> str:
    return "." if node.level else (node.module or "").partition(".")[0]


def _first(line: str, tree: ast.Module, source: SourceFile) -> Edit:
    """In front of everything but the docstring and ``__future__``, set off by an empty line."""
    last: ast.stmt | None = None
    for index, node in enumerate(tree.body):
        docstring = index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not docstring and getattr(node, "module", None) != "__future__":
            break
        last = node
    if last is not None:
        edit = _behind(last, line, source)
        return replace(edit, content=f"{source.newline}{edit.content}")
    # Behind a leading block of comments (shebang, encoding, licence), which belongs to the file.
    row = 1
    while row <= len(source.lines) and source.lines[row - 1].lstrip().startswith("#"):
        row += 1
    return _insert(row, f"{source.newline if row > 1 else ''}{line}{source.newline}", source)


def _behind(node: ast.stmt, line: str, source: SourceFile) -> Edit:
    return _insert((node.end_lineno or node.lineno) + 1, line + source.newline, source)


def _insert(row: int, text: str, source: SourceFile) -> Edit:
    """Whole lines in front of a row, or behind the last one, which may lack its newline."""
    if row > len(source.lines) and source.lines and not source.lines[-1].endswith(("\n", "\r")):
        end = Position(len(source.lines), len(source.lines[-1]) + 1)
        return Edit(end, end, source.newline + text.removesuffix(source.newline))
    place = Position(row, 1)
    return Edit(place, place, text, is_shared=True)
