"""The typical instance: an object as a compiled method finds it, after its other methods ran."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Function, Instance, join
from fullgraph.lint.interpreter.arguments import ANY_REST
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, own_nodes


def typical_instance(interp: Interpreter, cls: ClassInfo, compiled: str) -> Instance:
    """A typical object of a class that is no module, whose method of that name is compiled.

    A sampler's ``step`` comes after its ``set_timesteps``, which sets what the constructor has as None. Each attribute
    is what the constructor leaves there or one of the methods that set it.
    """
    instance = interp.generic(cls)
    made = interp.heap.of(instance.site)
    seen = dict(made)
    for method in _setters(cls, compiled):
        interp.start()
        interp.heap[instance.site] = dict(made)
        interp.call(Frame(method.module), method.node, Function(method, instance), [], {}, rest=ANY_REST)
        for name, value in interp.heap.of(instance.site).items():
            if value != made.get(name):
                seen[name] = join(seen[name], value) if name in seen else value
    interp.heap[instance.site] = seen
    return instance


def _setters(cls: ClassInfo, compiled: str) -> Iterator[FunctionInfo]:
    """The methods of the class and its bases that set attributes, the constructor and the compiled one left out."""
    names = {name: None for base in reversed(cls.mro) if isinstance(base, ClassInfo) for name in base.methods}
    for name in names:
        method = cls.find_method(name)
        if method is not None and name not in ("__init__", compiled) and _sets(method):
            yield method


def _sets(method: FunctionInfo) -> bool:
    if isinstance(method.node, ast.Lambda) or {"staticmethod", "classmethod"} & method.decorator_names:
        return False
    given = [*method.node.args.posonlyargs, *method.node.args.args]
    own = given[0].arg if given else None
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == own
        for node in own_nodes(method.node)
    )
