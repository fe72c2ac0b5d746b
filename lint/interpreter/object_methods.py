"""The methods of ``object`` that code of the project calls itself, by ``super()`` or by the class."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import NONE, UNKNOWN, ClassValue, Const, Instance, MappingValue, Value, replace
from fullgraph.lint.interpreter import attributes, mappings, special_methods
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.models import named_tuples

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator, Model


def call(interp: Evaluator, frame: Frame, node: ast.Call, owner: Value, name: str, given: Arguments) -> Value | None:
    """Evaluate ``super().name(...)``, or ``cls.__new__(...)``; None for other methods."""
    if name == "__new__" and isinstance(owner, ClassValue):
        return _new(interp, frame, node, given)
    if name in ("_replace", "_asdict") and isinstance(owner, Instance) and named_tuples.is_class(owner.cls):
        held = interp.heap.of(owner.site)
        if name == "_asdict":
            return MappingValue(tuple((Const(field), value) for field, value in held.items()))
        return copied_with(interp, frame, node, owner, given.kwargs)
    return _of_object(interp, frame, node, owner, name, given)


def copied_with(
    interp: Evaluator, frame: Frame, node: ast.Call, first: Instance, fields: Mapping[str, Value]
) -> Instance:
    """Another object, whose other fields are those of the first."""
    cls = first.cls
    made = replace(first, site=("site", frame.module.name, node.lineno, node.col_offset, cls.module.name, cls.qualname))
    interp.sites[made.site] = (frame, node, cls)
    interp.heap[made.site] = {**interp.heap.of(first.site), **fields}
    return made


def _new(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    cls = given.get(0)
    return special_methods.allocate(interp, frame, node, cls.cls) if isinstance(cls, ClassValue) else UNKNOWN


def _of_object(
    interp: Evaluator, frame: Frame, node: ast.Call, owner: Value, name: str, given: Arguments
) -> Value | None:
    if not isinstance(owner, Instance):
        return None
    args = given.args
    if name in mappings.FILLING:
        mappings.fill(interp, owner, given if name != "setdefault" else None)
        return None
    if not args:
        return None
    key = args[0]
    if name == "__setattr__" and len(args) == 2 and isinstance(key, Const) and isinstance(key.value, str):
        attributes.put(interp, frame, node, owner, key.value, args[1])
        return NONE
    if name == "__setitem__" and len(args) == 2:
        mappings.set_item(interp, owner, key, args[1])
        return NONE
    return None


def _unbound(name: str) -> Model:
    """``object.name(owner, ...)``."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        owner = given.get(0)
        rest = Arguments(given.args[1:], given.kwargs, given.rest)
        found = _of_object(interp, frame, node, owner, name, rest) if owner is not None else None
        return UNKNOWN if found is None else found

    return model


MODELS: dict[str, Model] = {
    **{f"builtins.{kind}.__new__": _new for kind in "object dict list tuple str int float set frozenset".split()},
    **{f"{kind}.__setattr__": _unbound("__setattr__") for kind in ("builtins.object", "torch.nn.Module")},
    **{f"builtins.dict.{name}": _unbound(name) for name in ("__setitem__", *sorted(mappings.FILLING))},
}
