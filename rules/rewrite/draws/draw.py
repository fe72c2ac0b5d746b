"""Write a number that Python or NumPy draws on the host as one that torch draws, without dimensions."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import is_path, keywords_of, number_in


@dataclass(frozen=True)
class _Signature:
    kind: str
    names: tuple[str, ...] = ()
    defaults: tuple[float, ...] = ()
    """Of the last parameters."""


_UNIT = _Signature("unit")
_STANDARD = _Signature("normal")

DRAWS = {
    "random.random": _UNIT,
    "random.uniform": _Signature("uniform", ("a", "b")),
    "random.gauss": _Signature("normal", ("mu", "sigma"), (0.0, 1.0)),
    "random.normalvariate": _Signature("normal", ("mu", "sigma"), (0.0, 1.0)),
    "random.randint": _Signature("closed", ("a", "b")),
    **{f"numpy.random.{name}": _UNIT for name in ("rand", "random", "random_sample", "sample", "ranf")},
    **{f"numpy.random.{name}": _STANDARD for name in ("randn", "standard_normal")},
    "numpy.random.uniform": _Signature("uniform", ("low", "high"), (0.0, 1.0)),
    "numpy.random.normal": _Signature("normal", ("loc", "scale"), (0.0, 1.0)),
}
"""The functions that give one number which torch can draw too, with their parameters."""


def torch_draw(
    call: ast.Call, name: str, torch: str, like: str | None, source: SourceFile, oracle: Oracle
) -> ast.expr | Obstacle:
    """The draw as a tensor without dimensions, on the device of ``like``; ``name`` is what the call resolves to."""
    signature = DRAWS[name]
    if isinstance(given := _arguments(call, signature, source, oracle), Obstacle):
        return given

    def drawn(function: str, *arguments: ast.expr) -> ast.expr:
        made = quote.call(f"{torch}.{function}", *arguments, quote.expression("()"))
        if like is not None:
            made.keywords.append(ast.keyword("device", quote.expression("LIKE.device", LIKE=like)))
        return made

    if signature.kind == "unit":
        return drawn("rand")
    if signature.kind == "normal":
        location, scale = given or (ast.Constant(0.0), ast.Constant(1.0))
        made = drawn("randn")
        if number_in(scale) != 1:
            made = quote.expression("SCALE * DRAWN", SCALE=scale, DRAWN=made)
        return made if number_in(location) == 0 else quote.expression("MEAN + DRAWN", MEAN=location, DRAWN=made)
    low, high = map(number_in, given)
    if signature.kind == "closed":
        if not isinstance(low, int) or not isinstance(high, int) or high < low:
            return Obstacle("the bounds of the draw are not known")
        return drawn("randint", ast.Constant(low), ast.Constant(high + 1))
    if (low, high) == (0, 1):
        return drawn("rand")
    if low is not None and high is not None and low < high:
        return quote.method(drawn("empty"), "uniform_", *given)
    # Both bounds may be any numbers here, in any order; the lower one is read twice.
    return quote.expression("LOW + (HIGH - LOW) * DRAWN", LOW=given[0], HIGH=given[1], DRAWN=drawn("rand"))


def _arguments(
    call: ast.Call, signature: _Signature, source: SourceFile, oracle: Oracle
) -> tuple[ast.expr, ...] | Obstacle:
    """Each argument, with the defaults."""
    names = signature.names
    given: dict[str | None, ast.expr] = dict(zip(names, call.args, strict=False))
    named = keywords_of(call)
    values = map(ast.Constant, reversed(signature.defaults))
    defaults: dict[str | None, ast.expr] = dict(zip(reversed(names), values, strict=False))
    found = {**defaults, **given, **named}
    too_many = len(call.args) > len(names) or any(isinstance(argument, ast.Starred) for argument in call.args)
    if too_many or given.keys() & named.keys() or found.keys() != set(names):
        return Obstacle(f"what `{' '.join(source.segment(call).split())}` is given is not known")
    for expr in (*given.values(), *named.values()):
        if number_in(expr) is None and not (is_path(expr) and oracle.number(expr) is not None):
            return Obstacle(f"`{source.segment(expr)}` is not known to be a number")
    return tuple(found[name] for name in names)
