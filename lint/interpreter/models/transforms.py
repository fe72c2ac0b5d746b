"""Models of what calls functions of tensors: transforms of ``torch.func``, maps of pytrees, ``torch.cond``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    FALSE,
    NONE,
    UNKNOWN,
    Const,
    Evidence,
    External,
    MappingValue,
    Origin,
    Partial,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    join,
    join_all,
    replace,
    truth,
)
from fullgraph.lint.interpreter import aliases
from fullgraph.lint.interpreter.arguments import ANY_REST, NO_REST, Arguments, Rest

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator, Model


class _Asked(NamedTuple):
    """What a transform is asked for beside the function."""

    has_aux: bool | None
    """Whether the function gives something beside its result; None where that is not known."""
    by: Value
    """The position of the argument that is differentiated by, or a tuple of such."""


Apply = Callable[["Evaluator", Frame, ast.Call, Value, _Asked, Arguments], Value]
"""Calls what a transform made of a function."""


def _vmap(interp: Evaluator, frame: Frame, node: ast.Call, function: Value, asked: _Asked, given: Arguments) -> Value:
    args = [_of_another_shape(interp.heap, value) for value in given.args]
    kwargs = {name: _of_another_shape(interp.heap, value) for name, value in given.kwargs.items()}
    made = interp.call_value(frame, node, function, Arguments(args, kwargs, given.rest))
    return _of_another_shape(interp.heap, made)


def _differentiate(interp: Evaluator, frame: Frame, node: ast.Call, function: Value, given: Arguments) -> Value:
    args = [_differentiated(interp.heap, value) for value in given.args]
    return interp.call_value(frame, node, function, Arguments(args, given.kwargs, given.rest))


def _grad(interp: Evaluator, frame: Frame, node: ast.Call, function: Value, asked: _Asked, given: Arguments) -> Value:
    made = _differentiate(interp, frame, node, function, given)
    return _beside(_by_arguments(interp, frame, node, given, asked.by), _parts(made, 2)[1], asked.has_aux)


def _grad_and_value(
    interp: Evaluator, frame: Frame, node: ast.Call, function: Value, asked: _Asked, given: Arguments
) -> Value:
    made = _differentiate(interp, frame, node, function, given)
    return SequenceValue("tuple", (_by_arguments(interp, frame, node, given, asked.by), made))


def _by_arguments(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments, by: Value) -> Value:
    """The gradients by one argument or by several, as ``argnums`` says."""
    if isinstance(by, SequenceValue) and by.items is not None:
        return SequenceValue("tuple", tuple(_by_arguments(interp, frame, node, given, one) for one in by.items))
    if not isinstance(by, Const) or not isinstance(by.value, int):
        return UNKNOWN
    argument = given.get(by.value)
    return UNKNOWN if argument is None else _gradient(interp, frame, node, argument)


def _jacobian(
    interp: Evaluator, frame: Frame, node: ast.Call, function: Value, asked: _Asked, given: Arguments
) -> Value:
    made = _differentiate(interp, frame, node, function, given)
    result, aux = (made, UNKNOWN) if asked.has_aux is False else _parts(made, 2)
    is_plain = isinstance(result, Tensor) and bool(given.args) and isinstance(given.args[0], Tensor)
    return _beside(_gradient(interp, frame, node, result) if is_plain else UNKNOWN, aux, asked.has_aux)


def _functionalize(
    interp: Evaluator, frame: Frame, node: ast.Call, function: Value, asked: _Asked, given: Arguments
) -> Value:
    return interp.call_value(frame, node, function, given)


_APPLY: dict[str, Apply] = {
    "vmap": _vmap,
    "grad": _grad,
    "grad_and_value": _grad_and_value,
    "jacrev": _jacobian,
    "jacfwd": _jacobian,
    "hessian": _jacobian,
    "functionalize": _functionalize,
}
"""By the name of a transform, which gives a function."""


def _transform(name: str) -> Model:
    """``transform(function, ...)``: something that `_applied` calls, with the function and what is asked in front."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        function = given.get(0, "func")
        if function is None:
            return UNKNOWN
        has_aux = given.kwargs.get("has_aux", FALSE) if not given.rest else UNKNOWN
        by = (given.get(1, "argnums") or Const(0)) if not given.rest else UNKNOWN
        return Partial(External(_made_by(name)), (function, has_aux, by), ())

    return model


def _applied(name: str) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        function, has_aux, by, *args = given.args
        asked = _Asked(truth(has_aux), by)
        return _APPLY[name](interp, frame, node, function, asked, Arguments(args, given.kwargs, given.rest))

    return model


def _made_by(name: str) -> str:
    return f"torch.func.{name}.__call__"


def _jvp(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``jvp(function, primals, tangents)``: the result, and its derivative in a direction."""
    function, primals = given.get(0, "func"), given.get(1, "primals")
    if function is None or primals is None:
        return UNKNOWN
    made = _differentiate(interp, frame, node, function, _unpacked(primals))
    if truth(given.kwargs.get("has_aux", FALSE)) is not False:
        return UNKNOWN
    return SequenceValue("tuple", (made, _gradient(interp, frame, node, made)))


def _vjp(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``vjp(function, *primals)``: the result, and a function that gives the gradients by the arguments."""
    if not given.args:
        return UNKNOWN
    function, *primals = given.args
    made = _differentiate(interp, frame, node, function, Arguments(primals, {}, given.rest))
    if truth(given.kwargs.get("has_aux", FALSE)) is not False:
        return UNKNOWN
    return SequenceValue("tuple", (made, Partial(External(_made_by("vjp")), tuple(primals), ())))


def _vjp_applied(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    *primals, _ = given.args or [UNKNOWN]
    return SequenceValue("tuple", tuple(_gradient(interp, frame, node, one) for one in primals))


def _functional_call(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``functional_call(module, parameters, args, kwargs)``: the module, with other tensors as its parameters."""
    module, args, kwargs = given.get(0, "module"), given.get(2, "args"), given.get(3, "kwargs")
    if module is None:
        return UNKNOWN
    wanted = Arguments([], {}) if args is None or args == NONE else _unpacked(args)
    if isinstance(kwargs, MappingValue):
        named = {key.value: value for key, value in kwargs.items if isinstance(key, Const)}
        rest = wanted.rest.and_named(kwargs.element) if kwargs.open else wanted.rest
        wanted = Arguments(wanted.args, named, rest)
    elif kwargs is not None and kwargs != NONE:
        wanted.rest = wanted.rest.and_named(UNKNOWN)
    made = interp.call_value(frame, node, module, wanted)
    return _differentiated(interp.heap, made)


def _cond(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``torch.cond(pred, true_fn, false_fn, operands)``: both functions are traced."""
    arms = [given.get(1, "true_fn"), given.get(2, "false_fn")]
    operands = given.get(3, "operands") or SequenceValue("tuple", ())
    made = [interp.call_value(frame, node, arm, _unpacked(operands)) for arm in arms if arm is not None]
    return join_all(_of_another_shape(interp.heap, one) for one in made)


def _derivative(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``torch.autograd.functional.jacobian(function, inputs)`` and its like, which eager code runs."""
    function, inputs = given.get(0, "func"), given.get(1, "inputs")
    if function is None or inputs is None:
        return UNKNOWN
    made = _differentiate(interp, frame, node, function, _unpacked(inputs))
    return _gradient(interp, frame, node, made) if isinstance(inputs, Tensor) else UNKNOWN


def _derivative_in(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``torch.autograd.functional.vjp(function, inputs, v)`` and its like: the result, and a derivative."""
    function, inputs = given.get(0, "func"), given.get(1, "inputs")
    if function is None or inputs is None:
        return UNKNOWN
    made = _differentiate(interp, frame, node, function, _unpacked(inputs))
    derivative = _gradient(interp, frame, node, made) if isinstance(inputs, Tensor) else UNKNOWN
    return SequenceValue("tuple", (made, derivative))


def _gradients(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``torch.autograd.grad(outputs, inputs)``: a tuple with the gradient by each input."""
    inputs = aliases.current(interp.heap, given.get(1, "inputs") or UNKNOWN)
    items = inputs.items if isinstance(inputs, SequenceValue) else (inputs,) if isinstance(inputs, Tensor) else None
    gradient = _gradient(interp, frame, node, UNKNOWN)
    if given.rest or truth(given.kwargs.get("allow_unused", FALSE)) is not False:
        gradient = join(gradient, NONE)
    return SequenceValue("tuple", None if items is None else (gradient,) * len(items), gradient)


def _flex_attention(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``flex_attention(query, key, value, score_mod)``; the function is given one score, and where that is."""
    score = Tensor(shape=(), rank=0, evidence=Evidence(node, frame.module, "Tensor (a score)", origin=Origin.COMPUTED))
    change = given.get(3, "score_mod")
    if change is not None and change != NONE:
        interp.call_value(frame, node, change, Arguments([score] * 5, {}))
    query = given.get(0, "query")
    attended = _of_another_shape(interp.heap, query) if isinstance(query, Tensor) else UNKNOWN
    alone = "return_lse" not in given.kwargs and "return_aux" not in given.kwargs
    return attended if alone and not given.rest else UNKNOWN


def _tree_map(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``tree_map(function, tree, *others)``: each leaf, with those of the others where they are."""
    if len(given.args) < 2:
        return UNKNOWN
    function, tree, *others = given.args
    leaves = [UNKNOWN for _ in others]
    return _map_leaves(
        interp.heap,
        tree,
        lambda leaf: interp.call_value(frame, node, function, Arguments([leaf, *leaves], {})),
    )


def _tree_map_only(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``tree_map_only(types, function, tree)``."""
    if len(given.args) != 3 or given.args[0] != External("torch.Tensor"):
        return UNKNOWN
    _, function, tree = given.args
    return _each(interp.heap, tree, lambda one: interp.call_value(frame, node, function, Arguments([one], {})))


def _tree_leaves(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """The leaves of a tree; in order where all are known."""
    found: list[Value] = []
    tree = given.get(0, "tree")
    if tree is None:
        return UNKNOWN

    def note(leaf: Value) -> Value:
        found.append(leaf)
        return leaf

    whole = _is_whole(interp.heap, tree)
    _map_leaves(interp.heap, tree, note)
    return SequenceValue("list", tuple(found) if whole else None, join_all(found) if found else UNKNOWN)


def _tree_flatten(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return SequenceValue("tuple", (_tree_leaves(interp, frame, node, given), UNKNOWN))


def _is_whole(heap: Heap, tree: Value) -> bool:
    """Return whether all leaves of a tree are known one by one."""
    tree = aliases.current(heap, tree)
    if isinstance(tree, SequenceValue):
        return tree.items is not None and all(_is_whole(heap, one) for one in tree.items)
    if isinstance(tree, MappingValue):
        return not tree.open and not tree.maybe and all(_is_whole(heap, one) for _, one in tree.items)
    return len(list(alternatives(tree))) == 1


def _map_leaves(heap: Heap, tree: Value, change: Callable[[Value], Value]) -> Value:
    """A tree of lists, tuples and dictionaries, with a change of each of its leaves."""
    tree = aliases.current(heap, tree)
    if isinstance(tree, SequenceValue) and tree.kind in ("list", "tuple", "deque"):
        if tree.items is None:
            return SequenceValue(tree.kind, None, _map_leaves(heap, tree.element, change))
        return SequenceValue(tree.kind, tuple(_map_leaves(heap, one, change) for one in tree.items), fields=tree.fields)
    if isinstance(tree, MappingValue):
        pairs = tuple((key, _map_leaves(heap, one, change)) for key, one in tree.items)
        rest = _map_leaves(heap, tree.element, change) if tree.open else UNKNOWN
        return MappingValue(pairs, tree.open, rest, tree.maybe)
    options = list(alternatives(tree))
    if len(options) > 1:
        return join_all(_map_leaves(heap, one, change) for one in options)
    return NONE if tree == NONE else change(tree)


def _unpacked(value: Value) -> Arguments:
    """The arguments that a tuple of them stands for; a single one stands for itself."""
    if isinstance(value, SequenceValue):
        return Arguments(list(value.items or ()), {}, Rest(value.each()) if value.items is None else NO_REST)
    return Arguments([value], {}, ANY_REST if type(value) is Value else NO_REST)


def _parts(value: Value, count: int) -> Sequence[Value]:
    items = value.items if isinstance(value, SequenceValue) else None
    return items if items is not None and len(items) == count else [UNKNOWN] * count


def _beside(result: Value, aux: Value, has_aux: bool | None) -> Value:
    """A result, and what a function gives beside it, if it does."""
    return result if has_aux is False else SequenceValue("tuple", (result, aux)) if has_aux else UNKNOWN


def _of_another_shape(heap: Heap, value: Value) -> Value:
    """One of many that are computed together, or all of them: of a shape that is not known."""
    return _each(heap, value, lambda one: replace(one, shape=None, rank=None, dynamic=None, counted=None, fresh=False))


def _differentiated(heap: Heap, value: Value) -> Value:
    """What a transform differentiates by, whatever it was computed from."""
    return _each(heap, value, lambda one: replace(one, sources=None, fresh=False))


def _gradient(interp: Evaluator, frame: Frame, node: ast.AST, of: Value) -> Value:
    """The derivative by a value, or of one: as many tensors."""
    made = Tensor(evidence=Evidence(node, frame.module, "Tensor (a derivative)", origin=Origin.COMPUTED))
    return _each(interp.heap, of, lambda _: made) if isinstance(of, (SequenceValue, MappingValue)) else made


def _each(heap: Heap, value: Value, change: Callable[[Tensor], Value]) -> Value:
    """A value with a change of each tensor that it is, or that it holds."""
    return _map_leaves(heap, value, lambda leaf: change(leaf) if isinstance(leaf, Tensor) else leaf)


_PYTREES: dict[str, Model] = {
    "tree_map": _tree_map,
    "tree_map_only": _tree_map_only,
    "tree_leaves": _tree_leaves,
    "tree_flatten": _tree_flatten,
}
"""By the name that torch and optree have for it."""

MODELS: dict[str, Model] = {
    **{f"{package}.{name}": _transform(name) for name in _APPLY for package in ("torch.func", "functorch")},
    **{_made_by(name): _applied(name) for name in _APPLY},
    "torch.vmap": _transform("vmap"),
    "torch.func.jvp": _jvp,
    "torch.func.vjp": _vjp,
    _made_by("vjp"): _vjp_applied,
    "torch.func.functional_call": _functional_call,
    "torch.nn.utils.stateless.functional_call": _functional_call,
    "torch.cond": _cond,
    "torch.autograd.grad": _gradients,
    "torch.nn.attention.flex_attention.flex_attention": _flex_attention,
    **{f"torch.autograd.functional.{name}": _derivative for name in ("jacobian", "hessian")},
    **{f"torch.autograd.functional.{name}": _derivative_in for name in ("vjp", "jvp", "vhp", "hvp")},
    **{f"torch.utils._pytree.{name}": model for name, model in _PYTREES.items()},
    **{f"{package}.{name}": model for name, model in _PYTREES.items() for package in ("optree", "torch.utils.pytree")},
}
"""By the dotted name of a function."""
