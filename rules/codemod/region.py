"""The LibCST tree of the function around a node, and where in it the nodes of ``ast`` are."""

from __future__ import annotations

import ast
import functools

import libcst as cst
from fullgraph.lint.diagnostics.diagnostic import CannotWrite, Position
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod.places import DECORATED
from libcst.metadata import MetadataWrapper, PositionProvider

_HEADER = "if True:"
"""Stands in front of indented text, so that it can be parsed alone."""
_UNIT = "    "
_MAX_PATTERNS = 8
"""How deep patterns of a match statement may nest: five more take LibCST some twenty times as long."""

Span = tuple[int, int, int, int]


class _Parsed:
    """A text as LibCST's tree, and where in the text its nodes are. Raises ``libcst.ParserSyntaxError``."""

    def __init__(self, text: str, unit: str) -> None:
        """``unit``: one level of indentation."""
        self.module = cst.parse_module(text, cst.PartialParserConfig(default_indent=unit))
        self.paren_places: dict[cst.CSTNode, Span] = {}
        self.exprs: dict[Span, list[cst.BaseExpression]] = {}
        self.small: dict[Span, cst.BaseSmallStatement] = {}
        self.compound: dict[tuple[int, int], cst.BaseCompoundStatement] = {}
        self.lines: dict[cst.BaseSmallStatement, cst.SimpleStatementLine | cst.SimpleStatementSuite] = {}
        self._index()

    def _index(self) -> None:
        wrapper = MetadataWrapper(self.module, unsafe_skip_copy=True)
        for node, place in wrapper.resolve(PositionProvider).items():
            begin, end = place.start, place.end
            span = (begin.line, begin.column, end.line, end.column)
            if isinstance(node, (cst.LeftParen, cst.RightParen)):
                self.paren_places[node] = span
            elif isinstance(node, cst.BaseExpression):
                self.exprs.setdefault(span, []).append(node)
            elif isinstance(node, cst.BaseSmallStatement):
                self.small.setdefault(span, node)
            elif isinstance(node, cst.BaseCompoundStatement):
                self.compound.setdefault(span[:2], node)
            elif isinstance(node, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
                self.lines |= dict.fromkeys(node.body, node)


@functools.lru_cache(maxsize=16)
def _parsed(text: str, unit: str) -> _Parsed:
    """In an editor, most functions with fixes are the same after a keystroke; their trees do not change."""
    return _Parsed(text, unit)


class Region:
    """One statement of a file that holds all that is changed at once: its LibCST tree, with places.

    ``node``: an outermost function, a class, or a statement at the top level; ``holder``: the file or class in whose
    body it stands. Raises ``libcst.ParserSyntaxError`` for syntax that LibCST does not know, CannotWrite for form feeds
    in the indentation and for patterns that it would take hours to read.
    """

    def __init__(self, source: SourceFile, node: ast.stmt, holder: ast.Module | ast.ClassDef) -> None:
        if any(isinstance(one, ast.match_case) and _depth(one.pattern) > _MAX_PATTERNS for one in ast.walk(node)):
            raise CannotWrite(f"a pattern of the function in {source.named(node.lineno)} nests too deep")
        self.first = _begin(node)[0]
        self.last = node.end_lineno or node.lineno
        lines = source.lines[self.first - 1 : self.last]
        header = f"{_HEADER}{source.newline}" if lines[0][:1].isspace() else ""
        self.source, self.top, self.holder = source, node, holder
        self.rows = self.first - 1 - bool(header)
        """How many rows of the file are in front of the region's."""
        self.unit = _unit(source, node)
        """One level of indentation, as the code around has it."""
        if "\f" in self.unit:
            raise CannotWrite(f"there is a form feed in the indentation of the function in {source.named(node.lineno)}")
        self._parsed = _parsed(header + "".join(lines), self.unit)
        self.module = self._parsed.module
        self.lines = self._parsed.lines
        """The lines that small statements stand on, perhaps behind the header of a block."""

    def _place(self, place: Position) -> tuple[int, int]:
        return place.row - self.rows, place.column - 1

    def expression(self, node: ast.expr) -> cst.BaseExpression | None:
        """The node of LibCST's tree for an expression of the file; None where there is none that is the same."""
        span = (*self._place(self.source.start(node)), *self._place(self.source.end(node)))
        found = self._parsed.exprs.get(span, [])
        if isinstance(node, (ast.Tuple, ast.GeneratorExp)) and not found:
            row, column, end_row, end_column = span
            inner = self._parsed.exprs.get((row, column + 1, end_row, end_column - 1), [])
            kind = cst.Tuple if isinstance(node, ast.Tuple) else cst.GeneratorExp
            return next((one for one in inner if isinstance(one, kind) and one.lpar), None)
        return found[0] if found else None

    def parentheses(self, node: ast.expr) -> tuple[Position, Position] | None:
        """Where the innermost parentheses around an expression begin and end; None without any."""
        own = self.expression(node)
        if own is None or not own.lpar or isinstance(own, (cst.Tuple, cst.GeneratorExp)):
            return None
        start, end = self._parsed.paren_places[own.lpar[-1]][:2], self._parsed.paren_places[own.rpar[0]][2:]
        return Position(start[0] + self.rows, start[1] + 1), Position(end[0] + self.rows, end[1] + 1)

    @functools.cached_property
    def parents(self) -> dict[ast.AST, tuple[ast.AST, str]]:
        """By node of the file's tree inside of the region, and its top, the node that it stands in, and the field."""
        return {
            self.top: (self.holder, "body"),
            **{
                child: (node, field)
                for node in ast.walk(self.top)
                for field, value in ast.iter_fields(node)
                for child in (value if isinstance(value, list) else [value])
                if isinstance(child, ast.AST)
            },
        }

    def statement(self, node: ast.stmt) -> cst.BaseSmallStatement | cst.BaseCompoundStatement | None:
        start = self._place(self.source.start(node))
        if isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.Try, *DECORATED)):
            return self._parsed.compound.get(start)
        return self._parsed.small.get((*start, *self._place(self.source.end(node))))


def region_of(source: SourceFile, node: ast.AST) -> Region:
    """The region around a node: the outermost function, a method too, or else the statement of the top level."""
    place = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
    holder: ast.Module | ast.ClassDef = source.tree
    top = _around(holder.body, place)
    while isinstance(top, ast.ClassDef) and (inner := _around(top.body, place)) is not None:
        holder, top = top, inner
    if top is None:
        raise ValueError(f"no statement of {source.display} holds line {place[0]}")
    return _region(source, top, holder)


@functools.lru_cache(maxsize=4)
def _region(source: SourceFile, top: ast.stmt, holder: ast.Module | ast.ClassDef) -> Region:
    return Region(source, top, holder)


def _around(body: list[ast.stmt], place: tuple[int, int]) -> ast.stmt | None:
    """The statement of a block in which a place lies, with others of its line."""
    for one in body:
        if _begin(one) <= place <= (one.end_lineno or one.lineno, one.end_col_offset or 0):
            return one
    return None


def _begin(node: ast.stmt) -> tuple[int, int]:
    """Where a statement begins, with its decorators."""
    decorators = node.decorator_list if isinstance(node, DECORATED) else []
    return min([(node.lineno, node.col_offset), *((one.lineno, one.col_offset) for one in decorators)])


def _depth(pattern: ast.pattern) -> int:
    """How many patterns stand in one another."""
    inner = (child for child in ast.iter_child_nodes(pattern) if isinstance(child, ast.pattern))
    return 1 + max(map(_depth, inner), default=0)


def _unit(source: SourceFile, node: ast.stmt) -> str:
    """How much deeper the first block inside of a statement is indented than the statement."""
    for one in ast.walk(node):
        block = getattr(one, "body", None)
        if isinstance(one, ast.stmt) and isinstance(block, list) and block and block[0].lineno > one.lineno:
            outer, inner = (_white(source.lines[row - 1]) for row in (one.lineno, block[0].lineno))
            if inner.startswith(outer) and len(inner) > len(outer):
                return inner[len(outer) :]
    return _UNIT


def _white(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t\f"))]
