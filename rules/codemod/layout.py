"""How what is made is laid out: calls that are too long for a line have an argument on each."""

from __future__ import annotations

import libcst as cst
from fullgraph.lint.source.source_file import SourceFile
from libcst.metadata import MetadataWrapper, PositionProvider

WIDTH = 100
"""Lines that are made are not longer than this, where calls can be parted."""
_MANY = 50


def fitted(
    node: cst.SimpleStatementLine | cst.BaseCompoundStatement | cst.BaseSmallStatement,
    source: SourceFile,
    unit: str,
    indent: str,
    before: int,
    behind: int,
) -> str:
    """The text of a statement at an indentation, without that of its first row and without the last newline.

    ``before``, ``behind``: how many columns of its first and its last row something else takes.
    """
    line = cst.SimpleStatementLine([node]) if isinstance(node, cst.BaseSmallStatement) else node
    for _ in range(_MANY):
        module, text = _printed(line, source, unit, indent)
        if (long := _long_assert(module, source.text)) is not None:
            line = line.visit(_PartAssert(long, unit))  # type: ignore[assignment]
            continue
        call = _to_part(module, text, source.text, len(indent), before, behind)
        if call is None:
            break
        line = line.visit(_Part(call, unit))  # type: ignore[assignment]
    return text


def _printed(
    line: cst.SimpleStatementLine | cst.BaseCompoundStatement, source: SourceFile, unit: str, indent: str
) -> tuple[cst.Module, str]:
    if not indent:
        module = cst.Module([line], default_indent=unit, default_newline=source.newline)
        return module, module.code.removesuffix(source.newline)
    block = cst.IndentedBlock([line], indent=indent)
    module = cst.Module([cst.If(cst.Name("True"), block)], default_indent=unit, default_newline=source.newline)
    _, _, text = module.code.partition(source.newline)
    return module, text.removesuffix(source.newline)[len(indent) :]


def _to_part(module: cst.Module, text: str, known: str, indent: int, before: int, behind: int) -> cst.Call | None:
    """The outermost call that is too long for its line, or that holds lines while it is on one."""
    rows = text.split("\n")
    skipped = 1 if indent else 0
    widths = [indent + len(row.rstrip("\r")) if index == 0 else len(row.rstrip("\r")) for index, row in enumerate(rows)]
    widths[0] += before - indent
    widths[-1] += behind
    long = {index + 1 + skipped for index, width in enumerate(widths) if width > WIDTH}
    if not long and len(rows) == 1:
        return None
    wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
    places = wrapper.resolve(PositionProvider)
    calls = sorted(
        (place.start.line, place.start.column, -place.end.line, -place.end.column, number, node)
        for number, (node, place) in enumerate(places.items())
        if isinstance(node, cst.Call)
    )
    for row, _, end, _, _, call in calls:
        code = module.code_for_node(call)
        if not call.args or _is_parted(call) or code in known:
            continue
        if row in long or (-end > row and len(call.args) > 1 and "\n" in module.code_for_node(call)):
            return call
    return None


def _long_assert(module: cst.Module, known: str) -> cst.Assert | None:
    """An assert that is too long for its line, with a message that can have one of its own."""
    rows = module.code.splitlines()
    for node, place in MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider).items():
        if not isinstance(node, cst.Assert) or node.msg is None or node.msg.lpar:
            continue
        if len(rows[place.end.line - 1]) > WIDTH and module.code_for_node(node) not in known:
            return node
    return None


class _PartAssert(cst.CSTTransformer):
    """Puts the message of one assert on a line of its own."""

    def __init__(self, node: cst.Assert, unit: str) -> None:
        self.node, self.unit = node, unit

    def leave_Assert(self, original_node: cst.Assert, updated_node: cst.Assert) -> cst.Assert:
        if original_node is not self.node or updated_node.msg is None:
            return updated_node
        inner, outer = (
            cst.ParenthesizedWhitespace(indent=True, last_line=cst.SimpleWhitespace(white)) for white in (self.unit, "")
        )
        lpar, rpar = cst.LeftParen(whitespace_after=inner), cst.RightParen(whitespace_before=outer)
        return updated_node.with_changes(msg=updated_node.msg.with_changes(lpar=[lpar], rpar=[rpar]))


def _is_parted(call: cst.Call) -> bool:
    return isinstance(call.whitespace_before_args, cst.ParenthesizedWhitespace)


class _Part(cst.CSTTransformer):
    """Puts each argument of one call on a line of its own."""

    def __init__(self, call: cst.Call, unit: str) -> None:
        self.call, self.unit, self.depth = call, unit, 0

    def visit_Call(self, node: cst.Call) -> None:
        self.depth += _is_parted(node)

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        self.depth -= _is_parted(original_node)
        if original_node is not self.call:
            return updated_node
        inner, outer = (self._line(self.depth + 1), self._line(self.depth))
        args = [
            one.with_changes(
                comma=cst.Comma(whitespace_after=outer if index == len(updated_node.args) - 1 else inner),
                whitespace_after_arg=cst.SimpleWhitespace(""),
            )
            for index, one in enumerate(updated_node.args)
        ]
        return updated_node.with_changes(whitespace_before_args=inner, args=args)

    def _line(self, depth: int) -> cst.ParenthesizedWhitespace:
        return cst.ParenthesizedWhitespace(indent=True, last_line=cst.SimpleWhitespace(self.unit * depth))
