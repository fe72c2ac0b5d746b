"""The roots of what is compiled, as ``fullgraph check --root`` names them: ``/path/file.py:Class.method``.

``check`` takes every ``nn.Module.forward`` for compiled, but a function, or another object's method, only where the
files say so or it is told.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any

from fullgraph.lint.config.root_spec import NamedRoot, parse_root
from fullgraph.runtime_check.target.inputs import CallArguments


def roots_of(compiled: Sequence[Callable[..., Any]], calls: Sequence[CallArguments] = ()) -> list[str]:
    """The functions, methods and classes that are traced where these are compiled; modules' forwards are left out.

    ``calls``: what they are called with, which says what is a tensor.
    """
    named: dict[str, None] = {}
    for one in compiled:
        try:
            root = _root_of(one)
            if root is not None:
                named[str(dataclasses.replace(root, tensors=_tensors(one, calls)))] = None
        except Exception:  # it is built in, or says anything of its name, source and parameters
            continue
    return list(named)


def _tensors(compiled: Callable[..., Any], calls: Sequence[CallArguments]) -> tuple[str, ...]:
    """The parameters that are given a tensor in each of the calls."""
    import torch

    given: list[list[str]] = []
    for call in calls:
        bound = inspect.signature(compiled).bind(*call.args, **call.kwargs)
        given.append([name for name, value in bound.arguments.items() if isinstance(value, torch.Tensor)])
    return tuple(name for name in given[0] if all(name in other for other in given)) if given else ()


def _root_of(compiled: Any) -> NamedRoot | None:
    import torch

    while isinstance(compiled, functools.partial):
        compiled = compiled.func
    if isinstance(compiled, types.MethodType) and not isinstance(compiled.__self__, type):
        # The object's own class, which may inherit the method: it says what the attributes are.
        cls = type(compiled.__self__)
        return _named(cls, f"{cls.__qualname__}.{compiled.__name__}")
    if isinstance(compiled, (types.FunctionType, types.MethodType)):
        function = inspect.unwrap(compiled)
        return _named(function, function.__qualname__)
    cls = type(compiled)
    return None if cls.__call__ is torch.nn.Module.__call__ else _named(cls, cls.__qualname__)


def _named(definition: Any, name: str) -> NamedRoot | None:
    path = inspect.getsourcefile(definition)
    return parse_root(f"{path}:{name.replace('<locals>.', '')}") if path is not None else None
