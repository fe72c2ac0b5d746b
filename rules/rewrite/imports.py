"""Add an import where a module keeps its imports."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from fullgraph.lint.diagnostics.diagnostic import Edit, Position
from fullgraph.lint.project.index import Module, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle


@dataclass(frozen=True)
class Import:
    """``import module``, or ``from module import name``, at the head of a file; fixes with the same one share it.

    ``import x`` goes behind the last of its kind, in front of the ``from`` imports where it is the first. ``from x.y
    import z`` joins one of ``x.y``, or goes to its alphabetical place among those of the package ``x``.
    """

    source: SourceFile
    module: str
    name: str | None = None
    alias: str | None = None

    @property
    def is_shared(self) -> bool:
        return True

    @property
    def location(self) -> Position:
        """Where it begins as a statement of its own."""
        anchor = self._anchor
        return Position((anchor.end_lineno or anchor.lineno) + 1 if isinstance(anchor, ast.stmt) else anchor, 1)

    @property
    def end_location(self) -> Position:
        return self.location

    @property
    def content(self) -> str:
        return self.edit.content

    @property
    def meaning(self) -> Hashable:
        return self.module, self.name, self.alias

    @cached_property
    def edit(self) -> Edit:
        """Its text. Raises CannotWrite for syntax that LibCST does not know."""
        from fullgraph.rules.codemod import writing  # LibCST takes long to import, and most runs write nothing

        anchor, end = self._anchor, self.location
        start = Position(anchor.lineno, 1) if isinstance(anchor, ast.stmt) else end
        text = "".join(self.source.lines[start.row - 1 : end.row - 1])
        added = writing.with_import(text, self.source, self.module, self.name, self.alias)
        if not added.startswith(text):
            return Edit(start, end, added, is_shared=True)
        is_set_off = not head(self.source.tree) and end.row > 1
        return Edit(end, end, self.source.newline * is_set_off + added.removeprefix(text), is_shared=True)

    @cached_property
    def _anchor(self) -> ast.stmt | int:
        """The statement behind which it goes, or the row in front of which."""
        imports = head(self.source.tree)
        if not imports:
            return self._first
        if self.name is None:
            plain = [node for node in imports if isinstance(node, ast.Import)]
            return plain[-1] if plain else imports[0].lineno
        related = [
            node
            for node in imports
            if isinstance(node, ast.ImportFrom) and not node.level and _package(node.module) == _package(self.module)
        ]
        earlier = [node for node in related if (node.module or "") <= self.module]
        return earlier[-1] if earlier else related[0].lineno if related else imports[-1]

    @property
    def _first(self) -> ast.stmt | int:
        """Behind the docstring and ``__future__``, or else behind the comments that the file begins with."""
        last: ast.stmt | None = None
        for index, node in enumerate(self.source.tree.body):
            docstring = index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not docstring and getattr(node, "module", None) != "__future__":
                break
            last = node
        if last is not None:
            return last
        lines = self.source.lines
        return next((row for row, line in enumerate(lines, 1) if not line.lstrip().startswith("#")), len(lines) + 1)


def imported(name: str, source: SourceFile, oracle: Oracle) -> tuple[Import, ...] | Obstacle:
    """What is to be added for a module of this name to be read by it."""
    plain = (alias for node in head(source.tree) if isinstance(node, ast.Import) for alias in node.names)
    if any(alias.name == name and alias.asname is None for alias in plain):
        return ()
    if oracle.means_something(name):
        return Obstacle(f"the name `{name}` means something else here")
    return (Import(source, name),)


def seen_by(module: Module) -> str | None:
    """What comes upon a name that is added to a file: code of its own that lists its names, ``import *`` elsewhere."""
    tree = module.tree
    for node in syntax.walk(tree):
        if isinstance(node, ast.Call) and not node.args and dotted_name(node.func) in ("globals", "dir", "vars"):
            return f"`{ast.unparse(node)}` lists the names of the module, and has a new one"
    if any("__all__" in syntax.names_bound(part) for one in tree.body for part in syntax.walk(one)):
        return None
    by = module.project.imported_whole_by(module)
    return f"`import *` in {by.name} takes a new name along" if by is not None else None


def head(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    """The imports at the top level in front of the first definition, without those of ``__future__``."""
    found: list[ast.Import | ast.ImportFrom] = []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            break
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", None) != "__future__":
            found.append(node)
    return found


def _package(module: str | None) -> str:
    return (module or "").partition(".")[0]
