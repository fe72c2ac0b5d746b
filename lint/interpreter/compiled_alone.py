"""What TorchDynamo compiles by itself where eager runs the code around it: functions, and comprehensions."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence

from fullgraph.lint.domain.events import EagerComprehension
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.loop_variance import holds_in_a_turn
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import (
    LOW,
    NONE,
    Batch,
    Const,
    External,
    ExternalInstance,
    Instance,
    MappingValue,
    PyValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
)
from fullgraph.lint.interpreter import held
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.interpreter.models import torch
from fullgraph.lint.project.index import FunctionInfo, own_nodes
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.source import syntax

COMPREHENSIONS_ARE_FUNCTIONS = sys.version_info < (3, 12)
_UNTRACED = frozenset(("list", "set", "frozenset", "deque", "ModuleList", "sequential"))
"""Containers whose iterators TorchDynamo does not trace where a function is given one; it does those of tuples, ranges
and tensors."""
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp


def is_function(interp: Evaluator, info: FunctionInfo, given: Sequence[Value]) -> bool:
    """Return whether TorchDynamo compiles a function that code left to eager calls, as far as is known.

    It does where an argument is a tensor, a module, or a list, tuple or dictionary of some, or where the function
    names torch or NumPy; a tensor that another object holds does not count (``has_tensor_in_frame``, torch 2.10 to
    2.15).
    """
    if not all(map(_holds_no_tensor, given)):
        return True
    names = syntax.remembered(info.node, "code names", lambda: _code_names(info))
    return any(_is_library(interp, interp.global_name(info.module, name)) for name in sorted(names))


def note(interp: Evaluator, frame: Frame, node: Comprehension, value: Value, before: int) -> None:
    """Note a comprehension that is compiled by itself, and breaks, if eager runs it; tell of it where something breaks
    in it, since eager runs it then.

    It is if it goes over a container whose iterator is not traced, and a variable of the function that it names holds a
    tensor or module, or it names torch or NumPy. ``value``: what it goes over; ``before``: the number of findings
    before its rounds.
    """
    options = [option for option in alternatives(value) if option != NONE]
    over = node.generators[0].iter
    backwards = _goes_backwards(over) and interp.torch.at_least("2.15")
    if _is_compiled_to_tuple(over) or _goes_over_range(over):
        return
    if not _is_view(over) and (not options or not all(map(_has_untraced_iterator, options)) or backwards):
        return
    for name in syntax.remembered(node, "outer names", lambda: _outer_names(node)):
        known = interp.name(frame, name)
        if _surely_holds_tensor(known) or _is_library(interp, known):
            causes = tuple(one for one in frame.findings[before:] if _breaks_in_call(frame, one))
            if causes and held.is_handed_over_untraced(interp, frame, node.generators[0].iter):
                interp.emit(EagerComprehension(node, frame, interp, causes, tuple(frame.conditions)))
            else:
                frame.compiled_alone.setdefault(node, tuple(frame.conditions))
            return


def _breaks_in_call(frame: Frame, finding: Finding) -> bool:
    """Return whether a finding says that a function that the frame calls breaks, whenever it is called."""
    return (
        held.breaks(finding)
        and finding.event.frame is not frame
        and not finding.once_changed
        and finding.confidence != "low"
        and goes_with(finding, frame.conditions)
    )


def goes_with(finding: Finding, conditions: Sequence[PathCondition]) -> bool:
    """Return whether the break is there whenever code under some conditions runs, be it in one turn of a loop."""
    return all(one in conditions or holds_in_a_turn(one) for one in finding.conditions)


def _is_view(node: ast.expr) -> bool:
    """Return whether it is ``found.items()`` or its like, of a dictionary whose contents may not be known."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.args:
        return False
    return node.func.attr in ("items", "values", "keys")


def _goes_backwards(node: ast.expr) -> bool:
    """Return whether it is ``reversed(...)``, whose iterator torch 2.15 traces."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reversed"


def _is_compiled_to_tuple(node: ast.expr) -> bool:
    """Return whether it is a list that is written out, which Python makes a tuple where a loop goes over it."""
    return isinstance(node, ast.List) and not any(isinstance(one, ast.Starred) for one in node.elts)


def _goes_over_range(node: ast.expr) -> bool:
    """Return whether it is ``range(...)``, or that in ``reversed(...)``."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id == "range" or (_goes_backwards(node) and bool(node.args) and _goes_over_range(node.args[0]))


def _has_untraced_iterator(value: Value) -> bool:
    if isinstance(value, SequenceValue):
        return value.kind in _UNTRACED
    return isinstance(value, MappingValue) or (isinstance(value, Const) and isinstance(value.value, str))


def _surely_holds_tensor(value: Value) -> bool:
    """Return whether a value is a tensor or module, or a container of some."""
    options = [option for option in alternatives(value) if option != NONE]
    return bool(options) and all(map(_is_or_holds, options))


def _is_or_holds(value: Value) -> bool:
    if isinstance(value, Tensor):
        return value.confidence > LOW
    if isinstance(value, Batch):
        return True
    if isinstance(value, (SequenceValue, MappingValue)):
        parts = [*value.items] if isinstance(value, SequenceValue) and value.items else [value.each()]
        return any(map(_surely_holds_tensor, parts))
    if isinstance(value, ExternalInstance):
        return value.cls.startswith("torch.nn.")
    return isinstance(value, Instance) and is_module_class(value.cls)


def _holds_no_tensor(value: Value) -> bool:
    """Return whether a value surely is no tensor or module, and no container that may have some."""
    return all(map(_is_without_tensor, alternatives(value)))


def _is_without_tensor(value: Value) -> bool:
    if isinstance(value, SequenceValue):
        return value.kind in ("list", "tuple") and value.items is not None and all(map(_holds_no_tensor, value.items))
    return isinstance(value, (Const, PyValue)) or (isinstance(value, Instance) and not is_module_class(value.cls))


def _is_library(interp: Evaluator, value: Value) -> bool:
    """Return whether a global may be a module of torch or NumPy: it is no function or class of torch."""
    if not isinstance(value, External):
        return False
    package = value.name.partition(".")[0]
    return package == "numpy" or (package == "torch" and not torch.is_there(interp, value.name))


def _code_names(info: FunctionInfo) -> frozenset[str]:
    """The names of a function's code (``co_names``): globals, attributes, and what it imports."""
    found: set[str] = set()
    for node in own_nodes(info.node):
        if isinstance(node, ast.Name) and node.id not in info.local_names:
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.name for alias in node.names)
    return frozenset(found)


def _outer_names(node: Comprehension) -> list[str]:
    """The names from around a comprehension that its code reads: all but those in what it goes over first."""
    first = {id(part) for part in ast.walk(node.generators[0].iter)}
    parts = [part for part in ast.walk(node) if isinstance(part, ast.Name) and id(part) not in first]
    own = {part.id for part in parts if not isinstance(part.ctx, ast.Load)}
    return sorted({part.id for part in parts} - own)
