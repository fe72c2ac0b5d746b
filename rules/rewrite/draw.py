"""Write a number that Python or NumPy draws on the host as one that torch draws, without dimensions."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle


@dataclass(frozen=True)
class _Signature:
    kind: str
    names: tuple[str, ...] = ()
    defaults: tuple[str, ...] = ()
    """Of the last parameters."""


_UNIT = _Signature("unit")
_STANDARD = _Signature("normal")

DRAWS = {
    "random.random": _UNIT,
    "random.uniform": _Signature("uniform", ("a", "b")),
    "random.gauss": _Signature("normal", ("mu", "sigma"), ("0.0", "1.0")),
    "random.normalvariate": _Signature("normal", ("mu", "sigma"), ("0.0", "1.0")),
    "random.randint": _Signature("closed", ("a", "b")),
    **{f"numpy.random.{name}": _UNIT for name in ("rand", "random", "random_sample", "sample", "ranf")},
    **{f"numpy.random.{name}": _STANDARD for name in ("randn", "standard_normal")},
    "numpy.random.uniform": _Signature("uniform", ("low", "high"), ("0.0", "1.0")),
    "numpy.random.normal": _Signature("normal", ("loc", "scale"), ("0.0", "1.0")),
}
"""The functions that give one number which torch can draw too, with their parameters."""

_DEVICE = "device={}.device"


def torch_draw(
    call: ast.Call, name: str, torch: str, like: str | None, source: SourceFile, oracle: Oracle
) -> str | Obstacle:
    """The draw as a tensor without dimensions, on the device of ``like``; ``name`` is what the call resolves to.

    The result needs parentheses as an operand.
    """
    signature = DRAWS[name]
    given = _arguments(call, signature, source, oracle)
    if isinstance(given, Obstacle):
        return given
    device = f", {_DEVICE.format(like)}" if like is not None else ""
    if signature.kind == "unit":
        return f"{torch}.rand((){device})"
    if signature.kind == "closed":
        low, high = (_constant(text) for text in given)
        if not isinstance(low, int) or not isinstance(high, int) or high < low:
            return Obstacle("the bounds of the draw are not known")
        return f"{torch}.randint({low}, {high + 1}, (){device})"
    if signature.kind == "normal":
        drawn = f"{torch}.randn((){device})"
        location, scale = given if given else ("0.0", "1.0")
        drawn = drawn if _constant(scale) == 1 else f"{scale} * {drawn}"
        return drawn if _constant(location) == 0 else f"{location} + {drawn}"
    low_text, high_text = given
    low, high = _constant(low_text), _constant(high_text)
    if (low, high) == (0, 1):
        return f"{torch}.rand((){device})"
    if low is not None and high is not None and low < high:
        empty = f"(){device}"
        return f"{torch}.empty({empty}).uniform_({low_text}, {high_text})"
    # Both bounds may be any numbers here, in any order; the lower one is read twice.
    return f"{low_text} + ({high_text} - {low_text}) * {torch}.rand((){device})"


def _arguments(call: ast.Call, signature: _Signature, source: SourceFile, oracle: Oracle) -> tuple[str, ...] | Obstacle:
    """The text of each argument, with the defaults."""
    unknown = Obstacle(f"what `{' '.join(source.segment(call).split())}` is given is not known")
    if len(call.args) > len(signature.names) or any(isinstance(argument, ast.Starred) for argument in call.args):
        return unknown
    exprs: dict[str, ast.expr] = dict(zip(signature.names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in signature.names or keyword.arg in exprs:
            return unknown
        exprs[keyword.arg] = keyword.value
    missing = len(signature.names) - len(signature.defaults)
    texts = []
    for index, parameter in enumerate(signature.names):
        expr = exprs.get(parameter)
        if expr is None:
            if index < missing:
                return unknown
            texts.append(signature.defaults[index - missing])
            continue
        text = source.segment(expr)
        if _constant(text) is None and not (_plain(expr) and oracle.number(expr) is not None):
            return Obstacle(f"`{text}` is not known to be a number")
        texts.append(text)
    return tuple(texts)


def _plain(expr: ast.expr) -> bool:
    """Whether reading the expression twice, and without parentheses, is the same."""
    while isinstance(expr, ast.Attribute):
        expr = expr.value
    return isinstance(expr, ast.Name)


def _constant(text: str) -> int | float | None:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
