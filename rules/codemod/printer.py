"""From syntax trees, partly of the program and partly made, to LibCST's: what is the program's keeps its text."""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Mapping, Sequence
from typing import TypeVar

import libcst as cst
from fullgraph.rules.codemod.places import DECORATED
from fullgraph.rules.codemod.quote import is_made
from fullgraph.rules.codemod.region import Region, region_of

Statement = cst.BaseSmallStatement | cst.BaseCompoundStatement
_Node = TypeVar("_Node", bound=cst.CSTNode)
_PLACE = "fullgraph_part_{}"

_LINES = (cst.SimpleStatementLine, cst.BaseCompoundStatement)
_DEFINITIONS = (cst.FunctionDef, cst.ClassDef)
_NONE = cst.SimpleWhitespace("")
_EQUAL = cst.AssignEqual(whitespace_before=_NONE, whitespace_after=_NONE)
_Rows = cst.ParenthesizedWhitespace

# How tightly operators bind, loosest first.
_TEST, _OR, _AND, _NOT, _COMPARE, _ARITHMETIC, _UNARY, _POWER, _ATOM = 1, 2, 3, 4, 5, 9, 12, 13, 15
_BINARY: dict[type[ast.operator], int] = {
    **dict.fromkeys((ast.BitOr,), 6),
    **dict.fromkeys((ast.BitXor,), 7),
    **dict.fromkeys((ast.BitAnd,), 8),
    **dict.fromkeys((ast.LShift, ast.RShift), _ARITHMETIC),
    **dict.fromkeys((ast.Add, ast.Sub), 10),
    **dict.fromkeys((ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.MatMult), 11),
    ast.Pow: _POWER,
}


class Printer:
    """Makes nodes of LibCST of the nodes of one region.

    ``first``: a statement whose comments above it stay where they are.
    """

    def __init__(self, region: Region, first: ast.stmt | None = None) -> None:
        self.region, self.first = region, first

    # --- expressions ---

    def expression(self, node: ast.expr, *, enclosed: bool = False, least: int = 0) -> cst.BaseExpression:
        """The expression, with parentheses where what is around it binds as tightly as ``least``, or it breaks a line.

        ``enclosed``: brackets are around it already.
        """
        found = self._expression(node)
        if found.lpar and not isinstance(found, (cst.Tuple, cst.GeneratorExp)):
            found = found.with_changes(lpar=[], rpar=[])
        needs = binding(node) < least or (not enclosed and _breaks_line(found))
        if isinstance(found, cst.Tuple) and (enclosed or least > 0):
            needs = True
        if needs and not found.lpar:
            found = found.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        return found

    def _expression(self, node: ast.expr) -> cst.BaseExpression:
        if not is_made(node):
            own = self._own(node)
            if own is not None:
                return own.deep_clone()
        origin = getattr(node, "origin", None)
        own = self._own(origin) if isinstance(origin, ast.expr) else None
        if isinstance(origin, ast.expr) and own is not None:
            swaps = self._swaps(origin, node)
            if swaps is not None:
                return _swapped(own, swaps)
            if isinstance(own, cst.Call) and isinstance(origin, ast.Call) and isinstance(node, ast.Call):
                return self._call(own, origin, node)
        return self._from_text(node)

    def _own(self, node: ast.expr) -> cst.BaseExpression | None:
        """What LibCST has for an expression of the file, of another function too."""
        near = self.region.first <= node.lineno <= self.region.last
        return (self.region if near else region_of(self.region.source, node)).expression(node)

    def _call(self, own: cst.Call, old: ast.Call, new: ast.Call) -> cst.Call:
        """A call of which arguments are taken out, named otherwise, or added behind the others."""
        written: list[ast.expr | ast.keyword] = [*old.args, *old.keywords]
        given = sorted(written, key=lambda one: (one.lineno, one.col_offset))
        places: dict[ast.AST, cst.Arg] = {}
        for one, arg in zip(given, own.args, strict=True):
            places[one] = places[_value(one)] = arg
        kept: dict[cst.Arg, cst.Arg] = {}
        added: list[cst.Arg] = []
        arguments: list[ast.expr | ast.keyword] = [*new.args, *new.keywords]
        for one in arguments:
            value = _value(one)
            before = places.get(one) or places.get(value) or places.get(getattr(one, "origin", one))
            arg = before or cst.Arg(cst.Name("_"))
            if value not in places:
                arg = arg.with_changes(value=self.expression(value, enclosed=True))
            if isinstance(one, ast.keyword) and one.arg is not None and one not in places:
                arg = arg.with_changes(keyword=cst.Name(one.arg), equal=_EQUAL)
            if before is None:
                added.append(arg)
            else:
                kept[before] = arg
        func = own.func if new.func is old.func else self.expression(new.func, least=_ATOM)
        parted = _parted(own, [(one, kept[one]) for one in own.args if one in kept], added)
        return own.with_changes(
            func=func, args=parted, whitespace_before_args=own.whitespace_before_args if parted else _NONE
        )

    def _from_text(self, node: ast.expr) -> cst.BaseExpression:
        """A made expression: unparsed with names in the places of the parts that have a text, and these put back."""
        hidden = _Hidden(self)
        made = hidden.hide_within(node)
        parsed = cst.parse_expression(ast.unparse(made))
        return hidden.put_back(parsed)

    def _swaps(self, old: ast.AST, new: ast.AST) -> dict[cst.CSTNode, cst.CSTNode] | None:
        """What takes the place of which parts of an expression or of a statement's expressions.

        None where they differ in more than in expressions that have a place of their own.
        """
        found: dict[cst.CSTNode, cst.CSTNode] = {}
        for (field, before), (_, after) in zip(ast.iter_fields(old), ast.iter_fields(new), strict=True):
            if before is after:
                continue
            befores, afters = (value if isinstance(value, list) else [value] for value in (before, after))
            if len(befores) != len(afters) or type(old) is not type(new):
                return None
            for one, two in zip(befores, afters, strict=True):
                if one is two:
                    continue
                if not isinstance(one, ast.AST) or not isinstance(two, ast.AST):
                    return None
                inner = self._swap(one, two, old, field)
                if inner is None:
                    return None
                found |= inner
        return found

    def _swap(self, one: ast.AST, two: ast.AST, parent: ast.AST, field: str) -> dict[cst.CSTNode, cst.CSTNode] | None:
        if isinstance(one, ast.expr) and isinstance(two, ast.expr):
            place = self.region.expression(one)
            same = getattr(two, "origin", None) is one and type(one) is type(two)
            if place is None:  # of several indices between brackets
                return self._swaps(one, two) if same and isinstance(one, ast.Tuple) else None
            if same:
                inner = self._swaps(one, two)
                if inner is not None:
                    return inner
            new = self.expression(two, enclosed=_encloses(parent, field), least=required(parent, field))
            return {place: new}
        if isinstance(one, ast.stmt) or isinstance(two, ast.stmt) or type(one) is not type(two):
            return None
        return self._swaps(one, two)  # a keyword, a comprehension, an argument

    # --- statements ---

    def statement(self, node: ast.stmt) -> Statement:
        """One statement without what stands around it on its line."""
        if not is_made(node):
            own = self.region.statement(node)
            if own is not None:
                return own.deep_clone()
        origin = getattr(node, "origin", None)
        if (
            isinstance(origin, ast.stmt)
            and type(origin) is type(node)
            and (own := self.region.statement(origin)) is not None
        ):
            changed = self._changed(own, origin, node)
            if changed is not None:
                return changed
        hidden = _Hidden(self)
        made = hidden.hide_within(node)
        parsed = cst.parse_statement(ast.unparse(made))
        inner = parsed.body[0] if isinstance(parsed, cst.SimpleStatementLine) else parsed
        return hidden.put_back(inner)

    def _changed(self, own: Statement, old: ast.stmt, new: ast.stmt) -> Statement | None:
        """A statement of the program of which expressions or blocks are others."""
        blocks = {
            field
            for field, value in ast.iter_fields(old)
            if isinstance(value, list) and any(isinstance(one, ast.stmt) for one in (*value, *getattr(new, field)))
        }
        headers = copy.copy(new)
        for field in blocks:
            setattr(headers, field, getattr(old, field))
        if isinstance(old, DECORATED) and isinstance(headers, DECORATED):
            headers.decorator_list = old.decorator_list
        swaps = self._swaps(old, headers)
        if swaps is None:
            return None
        found = _swapped(own, swaps)
        if isinstance(old, DECORATED) and isinstance(new, DECORATED) and isinstance(found, _DEFINITIONS):
            kept = zip(old.decorator_list, found.decorators, strict=True)
            found = found.with_changes(decorators=[one for expr, one in kept if expr in new.decorator_list])
        for field in blocks:
            if getattr(new, field) is getattr(old, field):
                continue
            if field != "body" or not hasattr(found, "body"):
                return None
            block = found.body if isinstance(found.body, cst.IndentedBlock) else cst.IndentedBlock([])
            found = found.with_changes(body=block.with_changes(body=self.lines(getattr(new, field)), footer=[]))
        return found

    def lines(self, statements: Sequence[ast.stmt]) -> list[cst.SimpleStatementLine | cst.BaseCompoundStatement]:
        """Statements, each on lines of its own, with the comments that belong to those of the program."""
        found: list[cst.SimpleStatementLine | cst.BaseCompoundStatement] = []
        defines = False
        for one in statements:
            found.append(self._line(one))
            is_definition = isinstance(one, ast.FunctionDef) and is_made(one)
            if len(found) > 1 and (is_definition or defines):
                found[-1] = found[-1].with_changes(leading_lines=[cst.EmptyLine(False), *found[-1].leading_lines])
            defines = is_definition
        return found

    def _line(self, node: ast.stmt) -> cst.SimpleStatementLine | cst.BaseCompoundStatement:
        made = self.statement(node)
        is_first = self.first is not None and getattr(node, "origin", node) is self.first
        if isinstance(made, cst.BaseCompoundStatement):
            made = made if hasattr(node, "lineno") else _with_blank_lines_outside(made)
            return made.with_changes(leading_lines=[]) if is_first else made
        line = self.line_of(node)
        if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1:
            return cst.SimpleStatementLine(body=[_alone(made)])
        above = [] if is_first else line.leading_lines
        return line.deep_clone().with_changes(body=[_alone(made)], leading_lines=above)

    def line_of(self, node: ast.stmt) -> cst.SimpleStatementLine | cst.SimpleStatementSuite | None:
        """The line on which a small statement of the program stands."""
        origin = getattr(node, "origin", node)
        own = self.region.statement(origin) if hasattr(origin, "lineno") else None
        return self.region.lines.get(own) if isinstance(own, cst.BaseSmallStatement) else None


def code(node: ast.expr, region: Region) -> str:
    """The text of an expression, partly made, as it is written where nothing is around it."""
    return cst.Module([]).code_for_node(Printer(region).expression(node, enclosed=True))


def binding(node: ast.expr) -> int:
    """How tightly the operator of an expression binds."""
    match node:
        case ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
            return 0
        case ast.Lambda() | ast.IfExp():
            return _TEST
        case ast.BoolOp(op=op):
            return _OR if isinstance(op, ast.Or) else _AND
        case ast.UnaryOp(op=op):
            return _NOT if isinstance(op, ast.Not) else _UNARY
        case ast.Compare():
            return _COMPARE
        case ast.BinOp(op=op):
            return _BINARY[type(op)]
        case ast.Await():
            return _POWER + 1
        case ast.Constant(value=value):
            return _POWER + 1 if isinstance(value, (int, float, complex)) and not isinstance(value, bool) else _ATOM
    return _ATOM


def required(parent: ast.AST, field: str, index: int = 0) -> int:
    """How tightly an expression in a field of another has to bind to need no parentheses there."""
    match parent:
        case ast.Attribute() | ast.Subscript(slice=ast.AST()) if field == "value":
            return _ATOM
        case ast.Call() if field == "func":
            return _ATOM
        case ast.BinOp(op=op):
            own = _BINARY[type(op)]
            tighter = field == ("left" if isinstance(op, ast.Pow) else "right")
            return own + 1 if tighter else _UNARY if isinstance(op, ast.Pow) else own
        case ast.UnaryOp(op=op):
            return _NOT if isinstance(op, ast.Not) else _UNARY
        case ast.Compare():
            return _COMPARE + 1
        case ast.BoolOp(op=op):
            return (_OR if isinstance(op, ast.Or) else _AND) + 1
        case ast.IfExp():
            return _TEST if field == "orelse" else _TEST + 1
        case ast.Await():
            return _ATOM
        case ast.Starred():
            return 6
        case ast.comprehension():
            return _OR
    return _TEST


def _encloses(parent: ast.AST, field: str) -> bool:
    """Whether brackets are around what stands in a field."""
    if isinstance(parent, (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.keyword)):
        return True
    return (isinstance(parent, ast.Call) and field == "args") or (
        isinstance(parent, ast.Subscript) and field == "slice"
    )


def _value(argument: ast.expr | ast.keyword) -> ast.expr:
    return argument.value if isinstance(argument, ast.keyword) else argument


def _parted(own: cst.Call, kept: Sequence[tuple[cst.Arg, cst.Arg]], added: Sequence[cst.Arg]) -> list[cst.Arg]:
    """Arguments of a call, as they were and as they are to be, and more behind them, parted as the call's are."""
    args = [new for _, new in kept] + list(added)
    if not own.args or not args:
        return args
    last = own.args[-1]
    has_comma = isinstance(last.comma, cst.Comma)
    tail = last.comma.whitespace_after if isinstance(last.comma, cst.Comma) else last.whitespace_after_arg
    row = own.whitespace_before_args if isinstance(own.whitespace_before_args, _Rows) else cst.SimpleWhitespace(" ")
    behind, closing = row, tail
    if isinstance(tail, _Rows):
        closing = tail.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
        if isinstance(row, _Rows):  # a comment stays behind the argument that it stands behind
            behind = tail.with_changes(indent=row.indent, last_line=row.last_line)
            row = row.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
    if kept and kept[-1][0] is last:
        if not added:
            return args
        args[len(kept) - 1] = _with_comma(args[len(kept) - 1], behind)
    for index in range(len(kept), len(args) - 1):
        args[index] = _with_comma(args[index], row)
    end = args[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT, whitespace_after_arg=closing)
    args[-1] = _with_comma(end, closing) if has_comma else end
    return args


def _with_comma(arg: cst.Arg, behind: cst.BaseParenthesizableWhitespace) -> cst.Arg:
    return arg.with_changes(comma=cst.Comma(whitespace_after=behind), whitespace_after_arg=_NONE)


class _Hidden:
    """Names in the places of those parts of a made tree that have a text, or a printer's ways to be written."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.expressions: dict[str, cst.BaseExpression] = {}
        self.statements: dict[str, ast.stmt] = {}

    def hide_within(self, node: _Tree) -> _Tree:
        """A copy of a node with its parts hidden."""
        made = copy.copy(node)
        made.__dict__["lineno"] = 0  # ``ast.unparse`` looks for comments about types there
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                setattr(made, field, self._hide(value, node, field))
            elif isinstance(value, list):
                items = [self._hide(one, node, field) if isinstance(one, ast.AST) else one for one in value]
                setattr(made, field, items)
        return made

    def _hide(self, node: ast.AST, parent: ast.AST, field: str) -> ast.AST:
        has_text = not is_made(node) or hasattr(node, "origin")
        key = _PLACE.format(len(self.statements) + len(self.expressions))
        if isinstance(node, ast.stmt) and has_text:
            self.statements[key] = node
            return ast.Expr(ast.Name(key, ast.Load()))
        in_text = isinstance(parent, (ast.FormattedValue, ast.JoinedStr))
        if isinstance(node, ast.expr) and has_text and not in_text and not isinstance(node, (ast.Slice, ast.Starred)):
            enclosed, least = _encloses(parent, field), required(parent, field)
            self.expressions[key] = self.printer.expression(node, enclosed=enclosed, least=least)
            return ast.Name(key, getattr(node, "ctx", ast.Load()))
        return self.hide_within(node)

    def put_back(self, node: _Node) -> _Node:
        return node.visit(_PutBack(self))  # type: ignore[return-value]


class _PutBack(cst.CSTTransformer):
    def __init__(self, hidden: _Hidden) -> None:
        self.hidden = hidden

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        return self.hidden.expressions.get(original_node.value, updated_node)

    def leave_SimpleString(self, original_node: cst.SimpleString, updated_node: cst.SimpleString) -> cst.SimpleString:
        value = updated_node.value
        if value.startswith("'") and '"' not in value and "\\'" not in value:
            return updated_node.with_changes(value=f'"{value[1:-1]}"')
        return updated_node

    def leave_BooleanOperation(
        self, original_node: cst.BooleanOperation, updated_node: cst.BooleanOperation
    ) -> cst.BooleanOperation:
        """``ast.unparse`` puts ``not`` in parentheses there."""
        for side in ("left", "right"):
            operand = getattr(updated_node, side)
            if isinstance(operand, cst.UnaryOperation) and isinstance(operand.operator, cst.Not):
                updated_node = updated_node.with_changes(**{side: operand.with_changes(lpar=[], rpar=[])})
        return updated_node

    def leave_Return(self, original_node: cst.Return, updated_node: cst.Return) -> cst.Return:
        value = updated_node.value
        return updated_node if value is None else updated_node.with_changes(value=_bare(value))

    def leave_AssignTarget(self, original_node: cst.AssignTarget, updated_node: cst.AssignTarget) -> cst.AssignTarget:
        return updated_node.with_changes(target=_bare(updated_node.target))

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        return updated_node.with_changes(value=_bare(updated_node.value))

    def leave_FormattedString(
        self, original_node: cst.FormattedString, updated_node: cst.FormattedString
    ) -> cst.FormattedString:
        text = cst.Module([]).code_for_node(updated_node)
        if updated_node.start == "f'" and '"' not in text and "\\'" not in text:
            return updated_node.with_changes(start='f"', end='"')
        return updated_node

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> cst.If:
        """A statement of the program that is the other arm, as ``elif``."""
        block = updated_node.orelse.body if isinstance(updated_node.orelse, cst.Else) else None
        only = block.body[0] if isinstance(block, cst.IndentedBlock) and len(block.body) == 1 else None
        return updated_node.with_changes(orelse=only) if isinstance(only, cst.If) else updated_node

    def leave_IndentedBlock(
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        return updated_node.with_changes(body=self._lines(updated_node.body))

    def _lines(self, body: Sequence[cst.BaseStatement]) -> list[cst.BaseStatement]:
        found: list[cst.BaseStatement] = []
        for line in body:
            small = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
            name = small.value.value if isinstance(small, cst.Expr) and isinstance(small.value, cst.Name) else ""
            if name in self.hidden.statements:
                found += self.hidden.printer.lines([self.hidden.statements[name]])
            else:
                found.append(line)
        return found


_Tree = TypeVar("_Tree", bound=ast.AST)


class _Swap(cst.CSTTransformer):
    def __init__(self, swaps: Mapping[cst.CSTNode, cst.CSTNode]) -> None:
        self.swaps = swaps

    def on_visit(self, node: cst.CSTNode) -> bool:
        return node not in self.swaps

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        return self.swaps.get(original_node, updated_node)


def _swapped(node: _Node, swaps: Mapping[cst.CSTNode, cst.CSTNode]) -> _Node:
    return node.visit(_Swap(swaps))  # type: ignore[return-value]


def _bare(value: cst.BaseExpression) -> cst.BaseExpression:
    """What a made statement assigns, assigns to or returns: tuples without parentheses."""
    is_plain = isinstance(value, cst.Tuple) and len(value.elements) > 1 and not any(map(_breaks_line, value.elements))
    return value.with_changes(lpar=[], rpar=[]) if is_plain else value


def _with_blank_lines_outside(made: cst.BaseCompoundStatement) -> cst.BaseCompoundStatement:
    """A made statement with the empty lines in front of it that its block would begin with."""
    first = made.body.body[0]
    if not isinstance(made.body, cst.IndentedBlock) or not isinstance(first, _LINES):
        return made
    inner = list(itertools.dropwhile(lambda line: line.comment is None, first.leading_lines))
    outer = first.leading_lines[: len(first.leading_lines) - len(inner)]
    body = [first.with_changes(leading_lines=inner), *made.body.body[1:]]
    return made.with_changes(leading_lines=outer, body=made.body.with_changes(body=body))


def _alone(node: cst.BaseSmallStatement) -> cst.BaseSmallStatement:
    return node.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)


def descendants(node: cst.CSTNode) -> list[cst.CSTNode]:
    """A node and all inside of it, in order."""
    found = [node]
    for child in node.children:
        found += descendants(child)
    return found


def _breaks_line(node: cst.CSTNode) -> bool:
    """Whether a line ends inside of an expression where no brackets of its own are around the place."""
    if isinstance(node, cst.ParenthesizedWhitespace):
        return True
    if getattr(node, "lpar", ()):
        return False
    if isinstance(node, (cst.List, cst.Set, cst.Dict, cst.ListComp, cst.SetComp, cst.DictComp)):
        return False
    if isinstance(node, (cst.SimpleString, cst.FormattedString)):
        return False
    if isinstance(node, (cst.Call, cst.Subscript)):
        return _breaks_line(node.func if isinstance(node, cst.Call) else node.value)
    return any(_breaks_line(child) for child in node.children)
