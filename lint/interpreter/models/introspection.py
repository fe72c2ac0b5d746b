"""What is reached by name: ``globals()[name]``, ``vars(x)``, ``importlib.import_module``, ``eval`` of a name."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Literal

from fullgraph.lint.domain.externals import NAMESPACES
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    Const,
    Descriptor,
    ExternalInstance,
    Globals,
    Instance,
    ModuleValue,
    SequenceValue,
    Value,
    join,
    join_all,
)
from fullgraph.lint.interpreter import aliases, attributes
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.project.index import ClassInfo, dotted_name

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator, Model


def _globals(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return Globals(frame.module)


def _vars(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    owner = given.get(0)
    if isinstance(owner, Instance):
        return attributes.vars_of(interp, frame, node, owner)
    if isinstance(owner, ExternalInstance) and owner.cls in NAMESPACES and owner.site is not None:
        return aliases.attributes_of(interp.heap, owner)
    return Globals(owner.module) if isinstance(owner, ModuleValue) else UNKNOWN


def _import_module(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    name, package = given.get(0, "name"), given.get(1, "package")
    if not isinstance(name, Const) or not isinstance(name.value, str):
        return UNKNOWN
    target = name.value.lstrip(".")
    above = len(name.value) - len(target)
    if above:
        if not isinstance(package, Const) or not isinstance(package.value, str):
            return UNKNOWN
        parts = package.value.split(".")
        target = ".".join((*parts[: len(parts) - above + 1], target))
    return interp.member(target, "")


def _eval(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``eval(text)`` of a name, with points or without; other expressions are not followed."""
    text = given.get(0)
    if not isinstance(text, Const) or not isinstance(text.value, str) or len(given.args) > 1:
        return UNKNOWN
    try:
        found = ast.parse(text.value.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return UNKNOWN
    if not dotted_name(found):
        return UNKNOWN
    for part in ast.walk(found):
        ast.copy_location(part, node)
    return interp.evaluate(frame, found)


def _descriptor(kind: Literal["property", "staticmethod", "classmethod"]) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        function = given.get(0, "fget")
        return UNKNOWN if function is None else Descriptor(kind, function)

    return model


def method_of_globals(interp: Evaluator, owner: Globals, name: str, given: Arguments) -> Value:
    """``globals().get(name, default)``; UNKNOWN for other methods."""
    if name not in ("get", "__getitem__", "pop") or not given.args:
        return UNKNOWN
    found = item_of_globals(interp, owner, given.args[0])
    return join(found, given.args[1]) if len(given.args) > 1 else found


def item_of_globals(interp: Evaluator, owner: Globals, key: Value) -> Value:
    """``globals()[key]``."""
    if not isinstance(key, Const) or not isinstance(key.value, str):
        return UNKNOWN
    return interp.global_name(owner.module, key.value)


def subclasses(interp: Evaluator, cls: ClassInfo) -> Value:
    """``cls.__subclasses__()``: the classes that derive from it in its own module, and perhaps others.

    Of many, code takes one by what it is asked about, such as a tensor's library: these are not followed.
    """
    module = cls.module
    found = [module.class_info(node) for node in module.tree.body if isinstance(node, ast.ClassDef)]
    derived = [ClassValue(one) for one in found if cls in interp.project.bases(one)]
    return SequenceValue("list", None, join_all([*derived, UNKNOWN]) if len(derived) <= _FEW else UNKNOWN)


_FEW = 4


MODELS: dict[str, Model] = {
    "builtins.globals": _globals,
    "builtins.vars": _vars,
    "builtins.eval": _eval,
    "builtins.property": _descriptor("property"),
    "builtins.staticmethod": _descriptor("staticmethod"),
    "builtins.classmethod": _descriptor("classmethod"),
    "importlib.import_module": _import_module,
}
