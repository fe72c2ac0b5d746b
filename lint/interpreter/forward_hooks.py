"""Hooks that are registered on modules: those of the forward are traced around it, wherever they were registered."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from fullgraph.lint.domain.events import HookedCall
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    NONE,
    TRUE,
    UNKNOWN,
    Const,
    ExternalInstance,
    Function,
    HookHandle,
    Instance,
    MappingValue,
    Partial,
    SequenceValue,
    Value,
    alternatives,
    join_all,
    truth,
)
from fullgraph.lint.interpreter.arguments import Arguments, as_call

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_BEFORE, _BEHIND, _BACKWARD = "<forward pre-hooks>", "<forward hooks>", "<backward hooks>"
_REMOVED = "<removed hooks>"
_OURS = frozenset((_BEFORE, _BEHIND, _BACKWARD, _REMOVED))
"""The heap's names for a module's hooks; no attribute can have them."""
_KINDS = {
    "register_forward_pre_hook": _BEFORE,
    "register_forward_hook": _BEHIND,
    "register_full_backward_hook": _BACKWARD,
    "register_full_backward_pre_hook": _BACKWARD,
    "register_backward_hook": _BACKWARD,
}


def register(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: Value, method: str, given: Arguments
) -> Value | None:
    """``module.register_forward_hook(hook)``: the handle; None for other methods and objects that are not known.

    A hook on gradients is left out where a test that may come out either way decides: the module may well have none.
    """
    kind, hook = _KINDS.get(method), given.get(0, "hook")
    if kind is None or hook is None or not isinstance(owner, (Instance, ExternalInstance)) or owner.site is None:
        return None
    if kind == _BACKWARD and _is_conditional(interp, frame, node):
        return HookHandle(owner.site)
    values = interp.heap.of(owner.site)
    if _REMOVED in values:
        values = {name: value for name, value in values.items() if name not in _OURS}
    what = Const(method) if kind == _BACKWARD else given.kwargs.get("with_kwargs", UNKNOWN)
    registered = SequenceValue("tuple", (hook, what))
    hooks = dict.fromkeys((*_registered(values, kind), registered))
    interp.heap[owner.site] = {**values, kind: SequenceValue("tuple", tuple(hooks))}
    return HookHandle(owner.site)


def _is_conditional(interp: Evaluator, frame: Frame, node: ast.AST) -> bool:
    """Return whether a test may keep a call from being reached, in its frame or in one that leads to it."""
    at: ast.AST | None = node
    caller: Frame | None = frame
    while caller is not None:
        while at is not None and (caller.function is None or at is not caller.function.node):
            if isinstance(at, (ast.If, ast.IfExp)):
                with interp.muted(caller):
                    if truth(interp.evaluate(caller, at.test)) is None:
                        return True
            at = caller.module.parents.get(at)
        at, caller = caller.call, caller.caller
    return False


def remove(interp: Evaluator, handle: HookHandle) -> None:
    """``handle.remove()``, of whichever of the module's hooks, perhaps in a loop over handles."""
    interp.heap[handle.site] = {**interp.heap.of(handle.site), _REMOVED: TRUE}


def around(
    interp: Evaluator,
    frame: Frame,
    node: ast.AST,
    owner: Instance | ExternalInstance,
    given: Arguments,
    forward: Callable[[Arguments], Value],
) -> Value:
    """Return what a call of a module gives: what its forward makes of the arguments, between its hooks."""
    held = interp.heap.of(owner.site) if frame.tracing and owner.site is not None else {}
    if isinstance(node, ast.Call) and (on_gradients := _registered(held, _BACKWARD)):
        interp.emit(HookedCall(node, frame, interp, _name_of(on_gradients[0])))
    for hook in _registered(held, _BEFORE):
        given = _replaced(given, _run(interp, frame, node, hook, owner, given))
    value = forward(given)
    for hook in _registered(held, _BEHIND):
        result = _run(interp, frame, node, hook, owner, given, value)
        kept = [value if option == NONE else option for option in alternatives(result)]
        value = join_all(kept) if result is not UNKNOWN else UNKNOWN
    return value


def _registered(held: dict[str, Value], kind: str) -> tuple[Value, ...]:
    """The hooks of a kind that a module has, or may have: loops over modules register them."""
    if _REMOVED in held or kind not in held:
        return ()
    hooks = [option for option in alternatives(held[kind]) if isinstance(option, SequenceValue)]
    return tuple(dict.fromkeys(hook for option in hooks for hook in option.items or ()))


def _name_of(registered: Value) -> str:
    """The method that registered a hook on gradients."""
    method = registered.items[1] if isinstance(registered, SequenceValue) and registered.items is not None else UNKNOWN
    return str(method.value) if isinstance(method, Const) else ""


def _run(
    interp: Evaluator,
    frame: Frame,
    node: ast.AST,
    registered: Value,
    owner: Value,
    given: Arguments,
    *result: Value,
) -> Value:
    """Call a hook with the module, its arguments and, behind the forward, its result."""
    if not isinstance(registered, SequenceValue) or registered.items is None:
        return UNKNOWN
    hook, with_kwargs = registered.items
    args: list[Value] = [owner, SequenceValue("tuple", tuple(given.args))]
    if with_kwargs == TRUE:
        named = tuple((Const(name), value) for name, value in given.kwargs.items())
        args.append(MappingValue(named, given.rest.named is not None, given.rest.named or UNKNOWN))
    elif with_kwargs is not UNKNOWN and not isinstance(with_kwargs, Const):
        return UNKNOWN
    if not isinstance(hook, (Function, Instance, Partial)):
        return UNKNOWN
    return interp.call_value(frame, as_call(node), hook, Arguments([*args, *result], {}))


def _replaced(given: Arguments, result: Value) -> Arguments:
    """The arguments behind a hook that may give others."""
    if result == NONE or result is UNKNOWN:
        return given
    if isinstance(result, SequenceValue) and result.kind == "tuple" and result.items is not None:
        return Arguments(list(result.items), given.kwargs, given.rest)
    if len(given.args) == 1 and not isinstance(result, SequenceValue):
        changed = [given.args[0] if option == NONE else option for option in alternatives(result)]
        return Arguments([join_all(changed)], given.kwargs, given.rest)
    return Arguments([UNKNOWN for _ in given.args], given.kwargs, given.rest)
