"""Loop variance: expressions with another value on each turn of the loop around them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.project.index import Module, all_arguments
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction

_LOOPS = (ast.For, ast.AsyncFor, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_COUNTS = ("range", "enumerate", "count")


def loop_names(node: ast.AST, module: Module, counting: bool = False) -> set[str]:
    """The variables of the loops and comprehensions around a node, in its function; ``counting``: those that count."""
    names: set[str] = set()
    parent = module.parents.get(node)
    while parent is not None and not isinstance(parent, AnyFunction):
        if counting and isinstance(parent, (ast.For, ast.AsyncFor, ast.While)):
            names |= {one.target.id for one in syntax.walk(parent) if _steps(one) and isinstance(one.target, ast.Name)}
        for target, iterable in _headers(parent):
            if not counting:
                names |= names_in(target)
            elif isinstance(iterable, ast.Call) and _called(iterable) in _COUNTS:
                counted = (
                    target.elts[0] if _called(iterable) == "enumerate" and isinstance(target, ast.Tuple) else target
                )
                names |= names_in(counted)
        parent = module.parents.get(parent)
    return names


def is_repeated(node: ast.AST, module: Module) -> bool:
    """Return whether a loop or comprehension of its function runs a node once for each of its turns."""
    return syntax.remembered(node, "is repeated", lambda: _is_repeated(node, module))


def _is_repeated(node: ast.AST, module: Module) -> bool:
    child, parent = node, module.parents.get(node)
    while parent is not None and not isinstance(parent, AnyFunction):
        turns: Sequence[ast.expr | ast.stmt] = ()
        if isinstance(parent, (ast.For, ast.AsyncFor)):
            turns = parent.body
        elif isinstance(parent, ast.While):
            turns = [parent.test, *parent.body]
        elif isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            turns = [parent.elt]
        elif isinstance(parent, ast.DictComp):
            turns = [parent.key, parent.value]
        elif isinstance(parent, ast.comprehension):
            turns = parent.ifs
        if any(one is child for one in turns):
            return True
        child, parent = parent, module.parents.get(parent)
    return False


def calls_item(call: ast.AST, module: Module) -> bool:
    """Return whether a call runs what a loop around it goes over: ``layer(x)``, ``layers[i](x)``, ``run(layer, x)``."""
    if not isinstance(call, ast.Call):
        return False
    turning = loop_names(call, module)
    parts = [call.func, *(one for one in call.args if isinstance(one, (ast.Name, ast.Attribute)))]
    return any(names_in(one) & turning for one in parts)


def is_told_apart(call: ast.AST, conditions: Sequence[PathCondition]) -> bool:
    """Return whether a call is for items of one type alone: ``if isinstance(layer, Head): layer(x)``."""
    called = names_in(call.func) if isinstance(call, ast.Call) else set()
    return any(
        isinstance(one.test, ast.Call) and _called(one.test) == "isinstance" and names_in(one.test) & called
        for one in conditions
        if one.holds
    )


def holds_in_a_turn(condition: PathCondition) -> bool:
    """Return whether a test of nothing but numbers that loops around it count holds in one of their first two turns."""
    test = condition.test
    names = names_in(test)
    if not names or not all(map(_is_arithmetic, syntax.walk(test))):
        return False
    if not names <= loop_names(test, condition.module, counting=True):
        return False
    code = compile(ast.fix_missing_locations(ast.Expression(test)), "<test>", "eval")
    try:
        return any(bool(eval(code, {}, dict.fromkeys(names, turn))) is condition.holds for turn in (0, 1))
    except (ArithmeticError, TypeError):
        return False


def _is_arithmetic(node: ast.AST) -> bool:
    return isinstance(node, _ARITHMETIC) or (isinstance(node, ast.Constant) and isinstance(node.value, (int, float)))


_ARITHMETIC = (
    *(ast.Compare, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Name),
    *(ast.expr_context, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.unaryop, ast.boolop),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)


def _steps(node: ast.AST) -> TypeGuard[ast.AugAssign]:
    return isinstance(node, ast.AugAssign) and isinstance(node.value, ast.Constant) and isinstance(node.op, ast.Add)


def _headers(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, (ast.For, ast.AsyncFor)):
        yield node.target, node.iter
    for generator in getattr(node, "generators", ()):
        yield generator.target, generator.iter


def _called(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in syntax.walk(node) if isinstance(part, ast.Name)}


def differs(expr: ast.expr, module: Module) -> bool:
    """Return whether an expression is made from a variable of a loop around it."""
    return bool(names_in(expr) & loop_names(expr, module))


def counted(expr: ast.expr, module: Module) -> bool:
    """Return whether an expression is made from a number that a loop around it counts."""
    remainder = any(isinstance(part, (ast.Mod, ast.Compare, ast.Call)) for part in syntax.walk(expr))
    return not remainder and bool(names_in(expr) & loop_names(expr, module, counting=True))


def counts(expr: ast.expr, frame: Frame) -> bool:
    """Return whether an expression is a number that a loop counts, around it or around the constructor's call."""
    at: Frame | None = frame
    while at is not None and isinstance(expr, ast.Name):
        if expr.id in loop_names(expr, at.module, counting=True):
            return True
        function = at.function
        if function is None or not isinstance(at.call, ast.Call) or at.caller is None:
            return False
        if expr.id not in {argument.arg for argument in all_arguments(function.node.args)}:
            return False
        found = argument_of(at.call, function.node, expr.id)
        if found is None:
            return False
        call, expr = at.call, found
        while at is not None and at.call is call:  # the constructor's own frame stands behind that of its call
            at = at.caller
    return False


def argument_of(call: ast.Call, function: AnyFunction, name: str) -> ast.expr | None:
    """Return what the call of a method passes for one of its parameters."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    positional = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)][1:]
    place = positional.index(name) if name in positional else None
    if place is None or place >= len(call.args) or any(isinstance(one, ast.Starred) for one in call.args[: place + 1]):
        return None
    return call.args[place]
