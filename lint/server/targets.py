"""What of a file ``fullgraph verify`` can be asked to run, for an editor that offers to."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fullgraph.lint.config.input_names import ATTRIBUTE, INPUTS, OF_TARGET
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine import api
from fullgraph.lint.project.index import ClassInfo, Module
from fullgraph.lint.project.module_classes import is_module_class


@dataclass(frozen=True)
class Offered:
    """A class or function at the top of a file that can be a target."""

    name: str
    kind: Literal["module", "function"]
    row: int
    """Of its first line, which is a decorator's where it has any."""
    needs: tuple[str, ...] = ()
    """The parameters without a default that a class is built with: such a class takes a factory."""
    inputs: str | None = None
    """What in the file gives its inputs; None where they have to be given."""


def offered(path: Path, options: Options) -> tuple[Offered, ...]:
    """The targets of a file, from its text. None are in one that cannot be read or parsed."""
    with api.collector_off():
        _, modules = api.read([path], options, [])
        return tuple(_offered(modules[0])) if modules else ()


def _offered(module: Module) -> Iterator[Offered]:
    names = module.bindings.keys()
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            cls = module.class_info(node)
            if cls.find_method("forward") is not None and is_module_class(cls):
                needs = _needed(cls)
                yield Offered(node.name, "module", _first(node), needs, _inputs_of(node.name, cls, names))
        elif isinstance(node, ast.FunctionDef) and not node.name.endswith(OF_TARGET) and node.name != INPUTS:
            inputs = _inputs_of(node.name, None, names)
            # The inputs of a file are those of its modules: most functions beside them take others.
            if inputs is not None and (inputs != INPUTS or _is_compiled(module, node)):
                yield Offered(node.name, "function", _first(node), (), inputs)
            elif _is_compiled(module, node):
                yield Offered(node.name, "function", _first(node))


def _first(node: ast.ClassDef | ast.FunctionDef) -> int:
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _inputs_of(name: str, cls: ClassInfo | None, names: Collection[str]) -> str | None:
    if cls is not None and (ATTRIBUTE in cls.methods or cls.find_attribute(ATTRIBUTE) is not None):
        return ATTRIBUTE
    return next((one for one in (f"{name}{OF_TARGET}", INPUTS) if one in names), None)


def _needed(cls: ClassInfo) -> tuple[str, ...]:
    """The parameters that building an object needs."""
    method = cls.find_method("__init__")
    if method is None or isinstance(method.node, ast.Lambda):
        return ()
    arguments = method.node.args
    positional = [*arguments.posonlyargs, *arguments.args][1:]
    required = positional[: len(positional) - len(arguments.defaults)] if arguments.defaults else positional
    named = [one for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None]
    return tuple(one.arg for one in [*required, *named])


def _is_compiled(module: Module, node: ast.FunctionDef) -> bool:
    """Return whether a decorator compiles the function, by its name."""
    return any(_dotted(one, module) == "torch.compile" for one in node.decorator_list)


def _dotted(node: ast.expr, module: Module) -> str:
    """The dotted name that a decorator goes by; of a call, that of what is called, or of what it is partial of."""
    if isinstance(node, ast.Call):
        function = _dotted(node.func, module)
        return _dotted(node.args[0], module) if function == "functools.partial" and node.args else function
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value, module)}.{node.attr}"
    if not isinstance(node, ast.Name):
        return ""
    for binding in module.bindings.get(node.id, ()):
        if binding.kind == "from":
            return f"{binding.target}.{binding.name}"
        if binding.kind == "import":
            return binding.target
    return node.id
