"""The summaries of functions that are known, and objects of any arguments that they are made for."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from fullgraph.lint.dataflow import reassigned
from fullgraph.lint.domain.frame import Analysis, Frame
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    UNKNOWN,
    Function,
    Instance,
    PyValue,
    Value,
    alternatives,
    join_all,
)
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, all_arguments, dotted_name
from fullgraph.rules.rewrite.analysis.effects.attributes import attributes_set, is_record
from fullgraph.rules.rewrite.analysis.effects.kinds import is_tensor_value
from fullgraph.rules.rewrite.analysis.effects.summary import Effects


@dataclass
class Summaries:
    """The summaries of one interpretation."""

    interp: Analysis
    known: dict[object, tuple[object, Effects]] = field(default_factory=dict)
    """By function, arguments and state, with what keeps the state's identity."""
    running: list[FunctionInfo] = field(default_factory=list)
    changed: dict[ClassInfo, frozenset[str]] = field(default_factory=dict)
    made: dict[object, tuple[Heap, Heap, Instance]] = field(default_factory=dict)

    def generic(self, value: Value, heap: Heap) -> tuple[Value, Heap]:
        """A value with objects of its classes, however these are made, in the places of the objects that are known.

        A finding is reported once for all objects whose code it is in, and those that are made at one place share what
        is known of them.
        """
        found = []
        for option in alternatives(value):
            if isinstance(option, Instance) and option.exact and not is_record(option.cls):
                key = (option.cls, id(heap.base), id(heap.own))
                if key not in self.made:
                    self.made[key] = (heap.copy(), *self._made(option.cls, heap))
                _, heap, option = self.made[key]
            found.append(option)
        return (found[0] if len(found) == 1 else join_all(found)), heap

    def _made(self, cls: ClassInfo, heap: Heap) -> tuple[Heap, Instance]:
        """An object of a class that was made with any arguments, also other ones than the defaults."""
        init = cls.find_method("__init__")
        with self.interp.on_copy(heap):
            if init is None:
                return self.interp.heap.copy(), self.interp.generic(cls)
            instance = Instance(cls, ("any", cls.module.name, cls.qualname))
            self.interp.heap[instance.site] = {}
            given = {one.arg: _of_parameter(one) for one in all_arguments(init.node.args)}
            own, rest = first_parameter(init), (init.node.args.vararg, init.node.args.kwarg)
            given = {
                name: value for name, value in given.items() if name not in {own, *(one.arg for one in rest if one)}
            }
            self.interp.call(Frame(cls.module), cls.node, Function(init, instance), [], given)
            held = dict(self.interp.heap.of(instance.site))
            for name in self.changed_in(cls) & held.keys():
                held[name] = held[name] if is_tensor_value(held[name]) else UNKNOWN
            self.interp.heap[instance.site] = held
            return self.interp.heap.copy(), instance

    def changed_in(self, cls: ClassInfo) -> frozenset[str]:
        """The attributes that something sets on objects of a class once they are made."""
        if cls not in self.changed:
            self.changed[cls] = frozenset(reassigned.changes(cls)) | attributes_set(cls.module)
        return self.changed[cls]


def first_parameter(info: FunctionInfo) -> str:
    arguments = info.node.args
    return next((one.arg for one in (*arguments.posonlyargs, *arguments.args)), "")


def _of_parameter(argument: ast.arg) -> Value:
    """What a parameter holds, as its annotation says."""
    kind = dotted_name(argument.annotation) if argument.annotation is not None else ""
    return PyValue(kind) if kind in ("int", "float", "bool", "str") else UNKNOWN
