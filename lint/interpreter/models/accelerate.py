"""``accelerate``: what it compiles of a model, which is never the whole of one with repeated blocks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeGuard

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import UNKNOWN, Instance, SequenceValue, Value, alternatives
from fullgraph.lint.project.module_classes import is_module_class

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator


def _compile_regions(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """Compile each block of a list of like ones, and, beside such lists, each module that holds none."""
    module = given.get(0, "module")
    if module is None:
        return UNKNOWN
    if interp.hooks.on_compile is not None and not frame.tracing:
        options = {name: value for name, value in given.kwargs.items() if name != "module"}
        for one in alternatives(module):
            for target in _regions(interp, one) if isinstance(one, Instance) else (one,):
                interp.hooks.on_compile(frame, node, target, options)
    return module


def _regions(interp: Evaluator, module: Instance) -> Iterator[Value]:
    """What is compiled of a module."""
    if not _has_blocks(interp, module, frozenset()):
        yield module
        return
    for held in interp.heap.of(module.site).values():
        for one in alternatives(held):
            if isinstance(one, SequenceValue):
                for part in alternatives(one.each()):
                    if _is_module(part):
                        yield from (part,) if _are_blocks(one) else _regions(interp, part)
            elif _is_module(one):
                yield from _regions(interp, one)


def _has_blocks(interp: Evaluator, module: Instance, around: frozenset[object]) -> bool:
    """Return whether a module holds a list of like modules, at any depth."""
    if module.site in around:
        return False
    inside = around | {module.site}
    for held in interp.heap.of(module.site).values():
        for one in alternatives(held):
            parts = alternatives(one.each()) if isinstance(one, SequenceValue) else (one,)
            if isinstance(one, SequenceValue) and _are_blocks(one):
                return True
            if any(_is_module(part) and _has_blocks(interp, part, inside) for part in parts):
                return True
    return False


def _are_blocks(many: SequenceValue) -> bool:
    """Return whether a list holds modules of one class."""
    parts = alternatives(many.each())
    return (
        many.kind == "ModuleList"
        and all(map(_is_module, parts))
        and len({part.cls for part in parts if _is_module(part)}) == 1
    )


def _is_module(value: Value) -> TypeGuard[Instance]:
    return isinstance(value, Instance) and is_module_class(value.cls)


MODELS = {
    f"accelerate.utils.{where}{name}": _compile_regions
    for where in ("", "other.")
    for name in ("compile_regions", "compile_regions_deepspeed", "compile_regions_fsdp2")
}
