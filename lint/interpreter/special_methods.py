"""Special methods of objects of the project's classes: looked up on the class and called where Python calls them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import ClassValue, Function, Instance, Value, alternatives
from fullgraph.lint.interpreter.arguments import Rest

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator
    from fullgraph.lint.project.index import ClassInfo


_TRACED_SINCE = dict.fromkeys(("hash", "int", "float", "index", "abs", "round", "divmod", "reversed", "str"), "2.13")
"""The version since which TorchDynamo calls the methods for conversions; before, the graph ends at what asks."""


def call(interp: Evaluator, frame: Frame, node: ast.AST, owner: Value, name: str, *args: Value) -> Value | None:
    """Call an object's ``__name__``; None where its class is not of the project or has no such method."""
    method = owner.cls.find_method(f"__{name}__") if isinstance(owner, Instance) else None
    if method is not None and frame.tracing and not interp.torch.at_least(_TRACED_SINCE.get(name, "2.0")):
        return None
    return interp.call(frame, node, Function(method, owner), args, {}) if method is not None else None


def own(interp: Evaluator, frame: Frame, node: ast.AST, owner: Value, cls: ClassInfo, name: str) -> Value | None:
    """What a method of a class gives for a value of that class, a property its result; None without such a method."""
    method = cls.find_method(name)
    if method is None:
        return None
    if method.decorator_names & {"property", "cached_property"}:
        return interp.call(frame, node, Function(method, owner), [], {})
    if "staticmethod" in method.decorator_names:
        return Function(method)
    return Function(method, ClassValue(cls) if "classmethod" in method.decorator_names else owner)


def text(interp: Evaluator, frame: Frame, node: ast.AST, value: Value, name: str = "str") -> None:
    """``str(value)`` or ``repr(value)``. Since torch 2.15 the first is the second without a ``__str__``."""
    for option in alternatives(value):
        own = call(interp, frame, node, option, name)
        if own is None and name == "str" and interp.torch.at_least("2.15"):
            call(interp, frame, node, option, "repr")


_NUMBERS = {"int": ("int", "index", "trunc"), "float": ("float", "index")}
"""The methods that the types of numbers ask for, in their order."""


def number(interp: Evaluator, frame: Frame, node: ast.AST, value: Value, kind: str) -> Value | None:
    """``int(value)`` or ``float(value)``; None where no method of the project's classes says it."""
    answers = (call(interp, frame, node, value, name) for name in _NUMBERS[kind])
    return next((answer for answer in answers if answer is not None), None)


def hashed(interp: Evaluator, frame: Frame, node: ast.AST, value: Value) -> None:
    """``hash(value)``, as sets and dictionaries call it."""
    for option in alternatives(value):
        call(interp, frame, node, option, "hash")


# Objects that are made


def allocate(interp: Evaluator, frame: Frame, node: ast.Call, cls: ClassInfo) -> Instance:
    """``object.__new__(cls)``: an object without attributes."""
    site = ("site", frame.module.name, node.lineno, node.col_offset, cls.module.name, cls.qualname)
    interp.sites[site] = (frame, node, cls)
    interp.heap[site] = {}
    return Instance(cls, site)


def new(
    interp: Evaluator,
    frame: Frame,
    node: ast.AST,
    cls: ClassInfo,
    args: Sequence[Value],
    kwargs: dict[str, Value],
    rest: Rest,
) -> Value | None:
    """What the class's ``__new__`` gives; None where it has none that is followed."""
    method = cls.find_method("__new__")
    if (
        method is None
        or not isinstance(node, ast.Call)
        or any(base.startswith("torch.") and base.endswith("Tensor") for base in cls.external_bases())
    ):
        return None
    return interp.call(frame, node, Function(method, ClassValue(cls)), args, kwargs, rest)
