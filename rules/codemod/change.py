"""Changes to a file: statements and expressions that take the places of others.

A change is a pair of trees, cheap to make; its text is written by LibCST when somebody wants it (``edit``).
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from fullgraph.lint.diagnostics.diagnostic import Edit, Position
from fullgraph.lint.source import syntax
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import places, quote

Where = Literal["instead", "before", "after"]
"""Where the new statements stand: in the place of the old, in front of the one, or behind it."""


@dataclass(frozen=True, eq=False)
class Change:
    """New statements instead of consecutive ones of a block, in front of one or behind one; or a new expression."""

    source: SourceFile
    old: tuple[ast.stmt, ...] | tuple[ast.expr]
    new: tuple[ast.stmt, ...] | tuple[ast.expr]
    where: Where = "instead"
    is_shared: bool = False
    """Whether it inserts an import or a constant of the module, which serves any number of fixes."""

    @property
    def location(self) -> Position:
        """Where it begins; what it writes can begin a little earlier, in front of a parenthesis."""
        return self.source.end(self.old[-1]) if self.where == "after" else places.start(self.source, self.old[0])

    @property
    def end_location(self) -> Position:
        return self.location if self.where == "before" else self.source.end(self.old[-1])

    @cached_property
    def edit(self) -> Edit:
        """Its text. Raises CannotWrite for syntax that LibCST does not know."""
        from fullgraph.rules.codemod import writing  # LibCST takes long to import, and most runs write nothing

        return replace(writing.written(self.source, self.old, self.new, self.where), is_shared=self.is_shared)

    @property
    def content(self) -> str:
        return self.edit.content

    @property
    def meaning(self) -> Hashable:
        """Where the trees stand, and what they are."""
        return self.location, self.end_location, self.where, tuple(map(ast.dump, self.new))


def replace_statements(source: SourceFile, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> Change:
    """Statements in the place of consecutive statements of one block.

    Comments of the old ones that the new ones do not hold are put in front. Where a statement shares its line with
    others, or with the header of its block, these get lines of their own; an ``elif`` becomes ``else:`` with them.
    Without new ones the comments stay, and ``pass`` where nothing else is left of the block.
    """
    return Change(source, tuple(old), tuple(new))


def replace_each(
    source: SourceFile, block: Sequence[ast.stmt], new: Mapping[ast.stmt, Sequence[ast.stmt]]
) -> list[Change]:
    """Others in the places of single statements of a block; one change for those that share a row."""
    changes: list[Change] = []
    rows: list[list[ast.stmt]] = []
    for one in block:
        if rows and rows[-1][-1].end_lineno == one.lineno:
            rows[-1].append(one)
        else:
            rows.append([one])
    for row in rows:
        places = [place for place, one in enumerate(row) if one in new]
        old = row[places[0] : places[-1] + 1] if places else []
        if old:
            changes.append(replace_statements(source, old, [made for one in old for made in new.get(one, [one])]))
    return changes


def replace_expression(source: SourceFile, old: ast.expr, new: ast.expr) -> Change:
    """An expression in the place of another, without the parentheses that it needs no longer."""
    return Change(source, (old,), (new,))


def insert_before(source: SourceFile, statement: ast.stmt, new: Sequence[ast.stmt]) -> Change:
    """Statements in front of one, behind the comments above it."""
    return Change(source, (statement,), tuple(new), "before")


def insert_after(
    source: SourceFile, statement: ast.stmt, new: Sequence[ast.stmt], *, is_shared: bool = False
) -> Change:
    """Statements behind one and the comment on its last line; behind an import, set off by an empty line."""
    return Change(source, (statement,), tuple(new), "after", is_shared)


def replace_all(source: SourceFile, new: Mapping[ast.AST, ast.AST | list[ast.stmt]]) -> tuple[Change, ...]:
    """Trees in the places of others, which may hold more of these; several statements, or none, in the place of one.

    What shares a line, or a statement, becomes one change, and so do statements side by side that go.
    """
    done: dict[ast.AST, ast.AST | list[ast.stmt]] = {}
    for old in sorted(new, key=lambda node: sum(1 for _ in ast.walk(node))):  # what is inside comes first
        made = new[old]
        done[old] = quote.replaced_all(made, done) if isinstance(made, list) else quote.replaced(made, done)
    return tuple(_inside(source, source.tree, done))


Done = Mapping[ast.AST, ast.AST | list[ast.stmt]]


def _inside(source: SourceFile, node: ast.AST, done: Done) -> Iterator[Change]:
    """The changes of what is inside of a node."""
    for field in syntax.FIELDS[type(node)]:
        value: Any = getattr(node, field, None)
        parts = value if isinstance(value, list) else [value]
        if parts and isinstance(parts[0], ast.stmt):
            yield from _of_block(source, parts, done)
            continue
        for part in parts:
            made = done.get(part)
            if isinstance(part, ast.expr) and isinstance(made, ast.expr):
                yield replace_expression(source, part, made)
            elif isinstance(part, ast.AST):
                yield from _inside(source, part, done)


def _of_block(source: SourceFile, block: Sequence[ast.stmt], done: Done) -> Iterator[Change]:
    gone: list[ast.stmt] = []
    for line in _lines(block):
        left = quote.replaced_all(line, done)
        if not left:
            gone += line
            continue
        if gone:
            yield replace_statements(source, gone, [])
            gone = []
        inner = [change for one in line for change in _inside(source, one, done)]
        several = len(inner) > 1 and not hasattr(line[0], "body")
        if several or any(one in done for one in line):
            yield replace_statements(source, line, left)
        else:
            yield from inner
    if gone:
        yield replace_statements(source, gone, [])


def _lines(block: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The statements of a block, those together that share a line."""
    line: list[ast.stmt] = []
    for one in block:
        if line and line[-1].end_lineno != one.lineno:
            yield line
            line = []
        line.append(one)
    yield line


def made(changes: Sequence[Change | Edit]) -> Iterator[ast.AST]:
    """All nodes of the trees that changes put in, those of the program too."""
    for change in changes:
        for tree in change.new if isinstance(change, Change) else ():
            yield from ast.walk(tree)
