"""The references of a function besides its arguments: closure, globals, and attributes of the object it is bound to."""

from __future__ import annotations

import dis
import functools
import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch

DEPTH = 4
"""The number of functions and objects that may lie between a function and what it works with."""


@dataclass(frozen=True)
class Reference:
    """A name that a function uses, what it holds, and how to put something else there."""

    name: str
    value: Any
    put: Callable[[Any], None]


def references(fn: Any) -> list[Reference]:
    """All of them, each value once: also those of the project's own functions and objects that it uses."""
    return list(_walk(fn, set(), DEPTH))


def _walk(value: Any, seen: set[int], depth: int) -> Iterator[Reference]:
    for held in _direct(value):
        if id(held.value) in seen:
            continue
        seen.add(id(held.value))
        yield held
        if depth and _is_own(held.value, value):
            yield from _walk(held.value, seen, depth - 1)


def _direct(value: Any) -> Iterator[Reference]:
    value = original(value)
    if isinstance(value, functools.partial):
        yield from _direct(value.func)
        for name, bound in [*enumerate(value.args), *value.keywords.items()]:
            yield Reference(str(name), bound, _cannot)
    elif isinstance(value, types.MethodType):
        yield from _direct(value.__func__)
        yield Reference("self", value.__self__, _cannot)
        if not isinstance(value.__self__, torch.nn.Module):
            yield from _attributes(value.__self__)
    elif isinstance(value, types.FunctionType):
        yield from _of_function(value)
    elif not isinstance(value, (torch.nn.Module, type)):
        yield from _attributes(value)
        call = inspect.getattr_static(type(value), "__call__", None)
        if isinstance(call, types.FunctionType):
            yield from _of_function(call)


def _of_function(fn: types.FunctionType) -> Iterator[Reference]:
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=False):
        try:
            held = cell.cell_contents
        except ValueError:
            continue
        yield Reference(name, held, functools.partial(setattr, cell, "cell_contents"))
    for name in global_names(fn.__code__):
        if name in fn.__globals__:
            yield Reference(name, fn.__globals__[name], functools.partial(fn.__globals__.__setitem__, name))


def global_names(code: types.CodeType) -> Iterator[str]:
    """The names that the code and the functions within it look up as globals, not those of attributes."""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from global_names(constant)


def _attributes(value: Any) -> Iterator[Reference]:
    for name, held in dict(getattr(value, "__dict__", {})).items():
        yield Reference(name, held, functools.partial(setattr, value, name))


def _is_own(held: Any, holder: Any) -> bool:
    """A function or object of the same project as what holds it: what a library does inside is its own affair."""
    if isinstance(held, (torch.nn.Module, torch.Tensor, torch.optim.Optimizer, type, types.ModuleType)):
        return False
    return _home(held) == _home(holder)


def _home(value: Any) -> str:
    """The top package of the code that a function or an object is of."""
    plain = original(value)
    plain = plain.func if isinstance(plain, functools.partial) else plain
    is_function = isinstance(plain, (types.FunctionType, types.MethodType))
    return str(plain.__module__ if is_function else type(plain).__module__).partition(".")[0]


def original(value: Any) -> Any:
    """The function inside a compiled one; anything else as it is, also what is never to be compiled."""
    own = vars(value) if isinstance(value, types.FunctionType) else {}
    return value if own.get("_torchdynamo_disable") else own.get("_torchdynamo_orig_callable", value)


def _cannot(_value: Any) -> None:
    raise TypeError("an argument that is bound already cannot be replaced")
