"""The messages of checks, as far as a graph can say them: text, and values that are known while it is traced."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from dataclasses import dataclass

from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import is_name


@dataclass(frozen=True)
class Message:
    """The expression of a message."""

    expr: ast.expr
    leaves_out: bool = False
    """Whether values are left out of it; the place of each takes its source text."""
    is_formatted: bool = False
    """Whether it is an f-string, of values that are known while tracing."""


@dataclass(frozen=True)
class _Field:
    """The place of a value in a message, its conversion and its format; None for one that f-strings do not have."""

    value: ast.expr
    conversion: int = -1
    spec: str | None = ""


def message(expr: ast.expr, test: ast.expr, judge: Judge, *, formats: bool = True) -> Message:
    """What a check of ``test`` says; ``formats``: values that are known while tracing may stay values."""
    if isinstance(expr, ast.Constant) and isinstance(expr.value, str):
        return Message(expr)
    if isinstance(expr, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in expr.values):
        return Message(expr)
    pieces = _pieces(expr)
    if pieces is None:
        return Message(ast.Constant(f"{judge.text(test)} does not hold"), leaves_out=True)
    kept = [formats and isinstance(one, _Field) and _is_kept(one, judge.oracle) for one in pieces]
    leaves_out = any(isinstance(one, _Field) and not keep for one, keep in zip(pieces, kept, strict=True))
    if not any(kept):
        return Message(ast.Constant("".join(map(_words, pieces))), leaves_out)
    parts: list[ast.expr] = [
        _shown(one) if keep and isinstance(one, _Field) else ast.Constant(_words(one))
        for one, keep in zip(pieces, kept, strict=True)
    ]
    return Message(ast.JoinedStr(parts), leaves_out, is_formatted=True)


def _shown(field: _Field) -> ast.FormattedValue:
    spec = ast.JoinedStr([ast.Constant(field.spec)]) if field.spec else None
    return ast.FormattedValue(field.value, field.conversion, spec)


def _words(piece: str | _Field) -> str:
    return piece if isinstance(piece, str) else ast.unparse(piece.value)


def _is_kept(field: _Field, oracle: Oracle) -> bool:
    """Whether a value is known while tracing, and can stand in an f-string.

    Sizes are not: where they are symbolic their text is that of a symbol, and a format raises.
    """
    if field.spec is None or any(mark in ast.unparse(field.value) + field.spec for mark in '"\\\n{}'):
        return False
    number = oracle.number(field.value)
    whole = number is not None and isinstance(number.value, int)
    return whole or _is_counter(field.value, oracle)


def _is_counter(expr: ast.expr, oracle: Oracle) -> bool:
    """Whether a name counts the rounds of a loop around it, which tracing unrolls."""
    node: ast.AST | None = expr
    while isinstance(expr, ast.Name) and node is not None:
        node = oracle.parent(node)
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
            counted = oracle.qualname(node.iter.func) or ""
            target = node.target
            if isinstance(target, ast.Tuple) and target.elts and counted == "enumerate":
                target = target.elts[0]
            elif counted != "range":
                continue
            names = (part for part in ast.walk(node) if isinstance(part, ast.Name) and part is not target)
            bound = any(part.id == expr.id and not isinstance(part.ctx, ast.Load) for part in names)
            if is_name(target, expr.id):
                return not bound
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return False
    return False


# What messages are written with


def _pieces(expr: ast.expr) -> list[str | _Field] | None:
    """The words and values that a string expression puts together; None where it says nothing literally."""
    if isinstance(expr, ast.Constant):
        return [str(expr.value)]
    if isinstance(expr, ast.JoinedStr):
        return [_of_part(part) for part in expr.values]
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.Add):
        left, right = _pieces(expr.left), _pieces(expr.right)
        if left is None and right is None:
            return None
        return [*(left or [_as_text(expr.left)]), *(right or [_as_text(expr.right)])]
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, ast.Mod):
        return _percent(expr.left, expr.right)
    if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute) and expr.func.attr == "format":
        return _formatted(expr.func.value, expr)
    if isinstance(expr, ast.Tuple) and expr.elts:
        first = _pieces(expr.elts[0])
        if first is None:
            return None
        return [*first, *(part for item in expr.elts[1:] for part in (" ", _as_text(item, spec=None)))]
    return None


def _of_part(part: ast.expr) -> str | _Field:
    if not isinstance(part, ast.FormattedValue):
        return str(getattr(part, "value", ""))
    given = part.format_spec.values if isinstance(part.format_spec, ast.JoinedStr) else []
    words = [str(one.value) for one in given if isinstance(one, ast.Constant)]
    return _Field(part.value, part.conversion, "".join(words) if len(words) == len(given) else None)


def _as_text(expr: ast.expr, conversion: int = -1, spec: str | None = "") -> str | _Field:
    """The place of a value, or the text of one that is written down; ``str(x)`` and ``repr(x)`` are about ``x``."""
    if isinstance(expr, ast.Constant):
        return str(expr.value)
    if isinstance(expr, ast.Call) and isinstance(expr.func, ast.Name) and expr.func.id in ("str", "repr") and expr.args:
        return _Field(expr.args[0], _REPR) if expr.func.id == "repr" else _Field(expr.args[0], conversion, spec)
    return _Field(expr, conversion, spec)


_REPR = ord("r")
_PLAIN = {"s": -1, "d": -1, "i": -1, "r": _REPR}


def _percent(template: ast.expr, values: ast.expr) -> list[str | _Field] | None:
    if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return None
    given: Iterator[ast.expr] = iter(values.elts if isinstance(values, ast.Tuple) else [values])
    first, *rest = template.value.replace("%%", "\0").split("%")
    found: list[str | _Field] = [first]
    for piece in rest:
        behind = piece.lstrip("0123456789.+-# *")
        value = next(given, None)
        if value is not None:
            is_plain = behind == piece and behind[:1] in _PLAIN
            found.append(_as_text(value, _PLAIN[behind[0]]) if is_plain else _as_text(value, spec=None))
        found.append(behind[1:])
    return [one.replace("\0", "%") if isinstance(one, str) else one for one in found]


def _formatted(template: ast.expr, call: ast.Call) -> list[str | _Field] | None:
    if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return None
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    found: list[str | _Field] = []
    index = 0
    try:
        for text, place, spec, conversion in string.Formatter().parse(template.value):
            found.append(text)
            if place is None:
                continue
            key = place.split(".")[0].split("[")[0]
            if not key:
                key, index = str(index), index + 1
            is_whole = place in ("", key)
            value = call.args[int(key)] if key.isdigit() and int(key) < len(call.args) else named.get(key)
            form = ord(conversion) if conversion else -1
            found.append(_as_text(value, form, spec if is_whole else None) if value is not None else key)
    except ValueError:
        return [template.value]
    return found
