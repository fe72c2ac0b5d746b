"""How what is made is laid out: calls that are too long for a line have an argument on each."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import libcst as cst
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import WIDTH
from libcst.metadata import MetadataWrapper, PositionProvider

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
        if "assert" in text and (long := _long_assert(module, source.text)) is not None:
            line = line.visit(_PartAssert(long, unit))  # type: ignore[assignment]
            continue
        call = _to_part(module, text, source.text, len(indent), before, behind)
        if call is None:
            break
        line = line.visit(_Part(call, module, source.text, indent, unit))  # type: ignore[assignment]
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


Parted = cst.Call | cst.Dict | cst.List
"""What can have a line for each of its parts."""
_PARTED = (cst.Call, cst.Dict, cst.List)


def _to_part(module: cst.Module, text: str, known: str, indent: int, before: int, behind: int) -> Parted | None:
    """The longest call or display of a line that is too long, or the outermost that holds lines while it is on one."""
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
        if isinstance(node, _PARTED) and _parts(node) and not _is_parted(node)
    )
    made = [one for one in calls if _is_made(module.code_for_node(one[-1]), known)]
    for row, _, end, _, _, node in made:
        if row in long:
            return max((one for start, *_, one in made if start == row), key=lambda one: len(module.code_for_node(one)))
        if -end > row and len(_parts(node)) > 1:
            return node
    return None


def _is_made(text: str, known: str) -> bool:
    """Whether a text is no part of the program, which is laid out as it was."""
    return _unindented(text) not in _unindented(known)


def _parts(node: Parted) -> Sequence[cst.Arg | cst.BaseElement | cst.BaseDictElement]:
    return node.args if isinstance(node, cst.Call) else node.elements


def _is_parted(node: Parted) -> bool:
    if isinstance(node, cst.Call):
        return isinstance(node.whitespace_before_args, cst.ParenthesizedWhitespace)
    bracket = node.lbrace if isinstance(node, cst.Dict) else node.lbracket
    return isinstance(bracket.whitespace_after, cst.ParenthesizedWhitespace)


@functools.lru_cache(maxsize=256)
def _unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


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


class _Part(cst.CSTTransformer):
    """Puts each argument of one call, or each element of one display, on a line of its own.

    With an argument that is still too long for its line, the longest call or display of it is parted too.
    """

    def __init__(self, node: Parted, module: cst.Module, known: str, indent: str, unit: str) -> None:
        self.node, self.module, self.known, self.indent, self.unit = node, module, known, indent, unit
        self.depth = 0
        """How many parted ones the visited node stands in."""
        self.depths: dict[cst.CSTNode, int] = {}
        """How deep what is parted stands, by node."""

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        self.depth += attribute in ("args", "elements") and isinstance(node, _PARTED) and _is_parted(node)

    def on_leave_attribute(self, original_node: cst.CSTNode, attribute: str) -> None:
        node = original_node
        self.depth -= attribute in ("args", "elements") and isinstance(node, _PARTED) and _is_parted(node)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if node is self.node:
            self._choose(self.node, self.depth)
        return True

    def _choose(self, node: Parted, depth: int) -> None:
        self.depths[node] = depth
        width = WIDTH - len(self.indent) - len(self.unit) * (depth + 1) - len(",")
        for part in _parts(node):
            text = self.module.code_for_node(part)
            if "\n" in text or len(text) <= width:
                continue
            texts = {one: self.module.code_for_node(one) for one in _outermost(part)}
            longest = max(texts, key=lambda one: len(texts[one]), default=None)
            if longest is not None and _is_made(texts[longest], self.known):
                self._choose(longest, depth + 1)

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        depth = self.depths.get(original_node)
        if depth is None or not isinstance(updated_node, _PARTED):
            return updated_node
        parts, last = [], len(_parts(updated_node)) - 1
        for index, part in enumerate(_parts(updated_node)):
            old = part.comma.whitespace_after if isinstance(part.comma, cst.Comma) else None
            white = {}
            if isinstance(part, cst.Arg):
                old = old if old is not None else part.whitespace_after_arg
                white = {"whitespace_after_arg": cst.SimpleWhitespace("")}
            comma = cst.Comma(whitespace_after=self._line(depth if index == last else depth + 1, old))
            parts.append(part.with_changes(comma=comma, **white))
        if isinstance(updated_node, cst.Call):
            first = self._line(depth + 1, updated_node.whitespace_before_args)
            return updated_node.with_changes(whitespace_before_args=first, args=parts)
        if isinstance(updated_node, cst.Dict):
            first = self._line(depth + 1, updated_node.lbrace.whitespace_after)
            return updated_node.with_changes(lbrace=cst.LeftCurlyBrace(first), elements=parts)
        first = self._line(depth + 1, updated_node.lbracket.whitespace_after)
        return updated_node.with_changes(lbracket=cst.LeftSquareBracket(first), elements=parts)

    def _line(self, depth: int, old: cst.BaseParenthesizableWhitespace | None) -> cst.ParenthesizedWhitespace:
        """The end of a line and the indentation of the next, with the comments that stood there."""
        new = cst.SimpleWhitespace(self.unit * depth)
        if isinstance(old, cst.ParenthesizedWhitespace):
            return old.with_changes(indent=True, last_line=new)
        return cst.ParenthesizedWhitespace(indent=True, last_line=new)


def _outermost(node: cst.CSTNode) -> Iterator[Parted]:
    """The calls and displays below a node that stand in no other."""
    for child in node.children:
        if isinstance(child, _PARTED) and _parts(child) and not _is_parted(child):
            yield child
        else:
            yield from _outermost(child)
