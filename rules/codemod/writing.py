"""The text of changes, as LibCST generates it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

import libcst as cst
from fullgraph.lint.diagnostics.diagnostic import CannotWrite, Edit, Position
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import places
from fullgraph.rules.codemod.layout import fitted
from fullgraph.rules.codemod.printer import Printer, descendants, required
from fullgraph.rules.codemod.quote import replaced
from fullgraph.rules.codemod.region import Region, region_of

Line = cst.SimpleStatementLine | cst.BaseCompoundStatement


Old = Sequence[ast.stmt] | Sequence[ast.expr]


def written(source: SourceFile, old: Old, new: Old, where: str) -> Edit:
    """The text of a change (``codemod.change.Change``). Raises CannotWrite for syntax that LibCST does not know."""
    try:
        return _written(source, old, new, where)
    except cst.ParserSyntaxError as failure:
        row = source.named(old[0].lineno)
        raise CannotWrite(f"LibCST does not read the function in {row}: {failure.message}") from None


def _written(source: SourceFile, old: Old, new: Old, where: str) -> Edit:
    first = old[0]
    if isinstance(first, ast.expr):
        assert isinstance(new[0], ast.expr)
        return _expression(source, first, new[0])
    before = [one for one in old if isinstance(one, ast.stmt)]
    after = [one for one in new if isinstance(one, ast.stmt)]
    whole = _Statements(source, before, [*after, first] if where == "before" else [first, *after])
    if where == "instead" or whole.is_elif or whole.shared:
        return (_Statements(source, before, after) if where == "instead" else whole).edit()
    return (_before if where == "before" else _after)(source, first, after)


def _expression(source: SourceFile, old: ast.expr, new: ast.expr) -> Edit:
    """The edit that puts an expression in the place of another, without the parentheses that it needs no longer."""
    region = region_of(source, old)
    start, end = source.start(old), source.end(old)
    parent, field = region.parents[old]
    least, around = required(parent, field), region.parentheses(old)
    printed = Printer(region).expression(new, enclosed=_in_brackets(region, old), least=least)
    own = region.expression(old)
    if own is not None and Counter(_comments([own])) - Counter(_comments([printed])):  # the statement keeps them
        while not isinstance(parent, ast.stmt):
            parent, _ = region.parents[parent]
        return _Statements(source, [parent], [replaced(parent, {old: new})]).edit()
    if around is not None and not printed.lpar:
        start, end = around
    elif around is not None:
        printed = printed.with_changes(lpar=[], rpar=[])
    before = source.lines[start.row - 1][: start.column - 1]
    behind = source.lines[end.row - 1][end.column - 1 :].rstrip("\r\n")
    indent = before[: len(before) - len(before.lstrip(" \t\f"))]
    text = fitted(cst.Expr(printed), source, region.unit, indent, len(before), len(behind.split("#")[0].rstrip()))
    return Edit(start, end, text)


def with_import(text: str, source: SourceFile, module: str, name: str | None, alias: str | None) -> str:
    """Statements of a file with an import among them. Raises CannotWrite."""
    from libcst.codemod import CodemodContext
    from libcst.codemod.visitors import AddImportsVisitor, ImportItem

    try:
        config = cst.PartialParserConfig(default_newline=source.newline)
        tree = cst.parse_module(text, config) if text else cst.Module([], default_newline=source.newline)
    except cst.ParserSyntaxError as failure:
        raise CannotWrite(f"LibCST does not read the imports of {source.display}: {failure.message}") from None
    return tree.visit(AddImportsVisitor(CodemodContext(), [ImportItem(module, name, alias)])).code


def _before(source: SourceFile, statement: ast.stmt, new: Sequence[ast.stmt]) -> Edit:
    """The edit that puts statements in front of one that has its line to itself, behind the comments above it."""
    region, start = region_of(source, statement), places.start(source, statement)
    indent = source.lines[start.row - 1][: start.column - 1]
    text = _text(Printer(region).lines(new), source, region, indent)
    return Edit(start, start, f"{text}{source.newline}{indent}")


def _after(source: SourceFile, statement: ast.stmt, new: Sequence[ast.stmt]) -> Edit:
    """The edit that puts statements behind one that has its last line to itself, and behind the comment there."""
    region, start, end = region_of(source, statement), places.start(source, statement), source.end(statement)
    indent = source.lines[start.row - 1][: start.column - 1]
    text = _text(Printer(region).lines(new), source, region, indent)
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        place = Position(end.row + 1, 1)  # behind an import that another edit adds
        return Edit(place, place, f"{source.newline}{text}{source.newline}")
    place = Position(end.row, len(source.lines[end.row - 1].rstrip("\r\n")) + 1)
    return Edit(place, place, f"{source.newline}{indent}{text}")


def _in_brackets(region: Region, node: ast.AST) -> bool:
    """Whether an expression stands inside of brackets, so that lines can end in it."""
    while (found := region.parents.get(node)) is not None and not isinstance(node, ast.stmt):
        parent, field = found
        if isinstance(node, ast.expr) and region.parentheses(node) is not None:
            return True
        if isinstance(parent, (ast.List, ast.Set, ast.Dict)) or (isinstance(parent, ast.Call) and field != "func"):
            return True
        if isinstance(parent, ast.Subscript) and field == "slice":
            return True
        node = parent
    return False


class _Statements:
    """The replacement of consecutive statements."""

    def __init__(self, source: SourceFile, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> None:
        self.source, self.old, self.new = source, old, new
        self.region = region_of(source, old[0])
        self.printer = Printer(self.region, old[0])

    def edit(self) -> Edit:
        first = self.old[0]
        start = places.start(self.source, first)
        if not self.new and (gone := self._gone(start, self.source.end(self.old[-1]))) is not None:
            return gone
        before = self.source.lines[start.row - 1][: start.column - 1]
        indent = before[: len(before) - len(before.lstrip(" \t\f"))]
        if self.is_elif:
            only = self._edit(start, "el", indent)
            if len(self.new) == 1 and only.content.startswith("elif "):
                return only
            inner = indent + self.region.unit
            return self._edit(start, f"else:{self.source.newline}{inner}", inner)
        shared = self.shared
        if not shared:
            return self._edit(start, "", indent)
        if len(self.new) == len(self.old) == 1 and not isinstance(self.new[0], (ast.If, ast.For, ast.While, ast.With)):
            edit = self._edit(start, "", indent)
            if self.source.newline not in edit.content:
                return edit
        others = [one for one in shared if one not in self.old]
        at = next((index for index, one in enumerate(shared) if one is first), 0)
        self.new = [*shared[:at], *self.new, *(one for one in shared[at:] if one in others)]
        self.old = shared
        start = places.start(self.source, shared[0])
        before = self.source.lines[start.row - 1][: start.column - 1]
        if before.strip():
            indent += self.region.unit
            return self._edit(Position(start.row, len(before.rstrip()) + 1), f"{self.source.newline}{indent}", indent)
        return self._edit(start, "", indent)

    def _edit(self, start: Position, lead: str, indent: str) -> Edit:
        """The edit that puts the new lines behind ``lead``; the comment behind the old ones stays at the end of all.

        But where it belongs to one that others follow now.
        """
        lines, end = self.printer.lines(self.new), self.source.end(self.old[-1])
        above = self.source.lines[start.row - 2].rstrip() if start.row > 1 else ""
        is_new = isinstance(self.new[0], ast.FunctionDef) and not hasattr(self.new[0], "origin")
        if is_new and above and not above.endswith(":") and not lead:
            start, lead = Position(start.row, 1), f"{self.source.newline}{indent}"
        ended = [*lines[:-1], _without_end(lines[-1])]
        behind = self.source.lines[end.row - 1][end.column - 1 :].rstrip("\r\n")
        comment = behind.strip()
        if comment.startswith("#") and _comments(ended).count(comment) > _comments(self._old_ended()).count(comment):
            end = Position(end.row, end.column + len(behind))
        else:
            lines = ended
        return Edit(start, end, lead + self._written(lines, indent))

    def _gone(self, start: Position, end: Position) -> Edit | None:
        """The edit that takes whole lines away, but for their comments; None where something else is to stay.

        Of two blank lines that would meet one stays.
        """
        parent, field = self.region.parents[self.old[0]]
        if len(getattr(parent, field)) == len(self.old) or self.is_elif:
            self.new = [ast.Pass()]
            return None
        if self.shared:
            return None
        indent = self.source.lines[start.row - 1][: start.column - 1]
        above = [f"{indent}{text}{self.source.newline}" for text in _comments(self._old_lines())]
        first, is_last = start.row, getattr(parent, field)[-1] is self.old[-1]
        while not above and self._is_empty(first - 1) and (is_last or self._is_empty(end.row + 1)):
            first -= 1  # the empty rows that were between it and others
        return Edit(Position(first, 1), Position(end.row + 1, 1), "".join(above))

    def _is_empty(self, row: int) -> bool:
        return 0 < row <= len(self.source.lines) and not self.source.lines[row - 1].strip()

    @property
    def is_elif(self) -> bool:
        first = self.old[0]
        start = places.start(self.source, first)
        line = self.source.lines[start.row - 1][start.column - 1 :]
        return isinstance(first, ast.If) and line.startswith("elif")

    @property
    def shared(self) -> list[ast.stmt]:
        """The statements of the line that the old ones share with others or with a header; none where they do not."""
        parent, field = self.region.parents[self.old[0]]
        block: list[ast.stmt] = getattr(parent, field)
        rows = {row for one in self.old for row in (one.lineno, one.end_lineno)}
        found = [one for one in block if {one.lineno, one.end_lineno} & rows]
        start = places.start(self.source, found[0])
        behind_header = bool(self.source.lines[start.row - 1][: start.column - 1].strip())
        return found if len(found) > len(self.old) or behind_header else []

    def _written(self, lines: list[Line], indent: str) -> str:
        lost = self._lost(lines)
        header = self._header_comment()
        behind = ""
        block = getattr(lines[0], "body", None) if len(self.new) == 1 else None
        if header in lost and isinstance(block, cst.IndentedBlock) and block.header.comment is None:
            lost.remove(header)
            at_end = cst.TrailingWhitespace(cst.SimpleWhitespace("  "), cst.Comment(header))
            lines[0] = lines[0].with_changes(body=block.with_changes(header=at_end))
        elif header in lost and len(lines) == 1 and isinstance(lines[0], cst.SimpleStatementLine):
            one_row = "\n" not in _text(lines, self.source, self.region, indent)
            if one_row and not lines[0].leading_lines and not self._has_end_comment():
                lost.remove(header)
                behind = f"  {header}"
        if lost:
            order, kept = _comments(self._old_lines()), lines[0].leading_lines
            first = min((order.index(text) for text in _comments(kept) if text in order), default=0)
            above, below = ([text for text in lost if (order.index(text) < first) is early] for early in (True, False))
            lines[0] = lines[0].with_changes(leading_lines=[*_own_lines(above), *kept, *_own_lines(below)])
        return _text(lines, self.source, self.region, indent) + behind

    def _lost(self, lines: Sequence[Line]) -> list[str]:
        """The comments inside of the old statements that the new lines do not have."""
        kept = Counter(_comments(lines))
        found = []
        for text in _comments(self._old_ended()):
            if kept[text] > 0:
                kept[text] -= 1
            else:
                found.append(text)
        return found

    def _old_ended(self) -> list[Line]:
        """The old lines without what stays in the file: the comments above them, and the one behind the last."""
        old = self._old_lines()
        return [*old[:-1], _without_end(old[-1])] if old else []

    def _old_lines(self) -> list[Line]:
        """The lines of the old statements, without what stands above the first."""
        found: list[Line] = []
        for one in self.old:
            own = self.region.statement(one)
            line = self.region.lines.get(own) if isinstance(own, cst.BaseSmallStatement) else own
            if isinstance(line, (cst.SimpleStatementLine, cst.BaseCompoundStatement)) and line not in found:
                found.append(line)
        return [one.with_changes(leading_lines=[]) if i == 0 else one for i, one in enumerate(found)]

    def _header_comment(self) -> str:
        block = getattr(self.region.statement(self.old[0]), "body", None)
        comment = block.header.comment if isinstance(block, cst.IndentedBlock) else None
        return comment.value if comment is not None else ""

    def _has_end_comment(self) -> bool:
        end = self.source.end(self.old[-1])
        return bool(self.source.lines[end.row - 1][end.column - 1 :].strip())


def _comments(nodes: Sequence[cst.CSTNode]) -> list[str]:
    return [part.value for node in nodes for part in descendants(node) if isinstance(part, cst.Comment)]


def _own_lines(comments: Sequence[str]) -> list[cst.EmptyLine]:
    return [cst.EmptyLine(comment=cst.Comment(text)) for text in comments]


def _without_end(line: Line) -> Line:
    """A line without the comments behind its last statement, which the edit leaves where they are."""
    if isinstance(line, cst.SimpleStatementLine):
        return line.with_changes(trailing_whitespace=cst.TrailingWhitespace())
    field = "body"
    for name in ("finalbody", "orelse"):
        if getattr(line, name, None) is not None:
            field = name
            break
    inner = getattr(line, field)
    if isinstance(inner, (cst.If, cst.Else, cst.Finally)):
        return line.with_changes(**{field: _without_end(inner)})  # type: ignore[arg-type]
    if isinstance(inner, cst.SimpleStatementSuite):
        return line.with_changes(**{field: inner.with_changes(trailing_whitespace=cst.TrailingWhitespace())})
    if isinstance(inner, cst.IndentedBlock) and inner.body:
        last = _without_end(inner.body[-1])  # type: ignore[arg-type]
        return line.with_changes(**{field: inner.with_changes(body=[*inner.body[:-1], last], footer=[])})
    return line


def _text(lines: Sequence[Line], source: SourceFile, region: Region, indent: str) -> str:
    """The text of lines at an indentation, without that of the first and without the last newline."""
    text = ""
    for line in lines:
        above = list(line.leading_lines)
        while above and above[0].comment is None:
            del above[0]
        if text:
            text += source.newline * (1 + len(line.leading_lines) - len(above)) + indent
        text += fitted(line.with_changes(leading_lines=above), source, region.unit, indent, len(indent), 0)
    return text
