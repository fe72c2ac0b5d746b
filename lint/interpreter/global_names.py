"""Global names of modules and what imports bind them to."""

from __future__ import annotations

import ast
import builtins

from fullgraph.lint.dataflow import counters as counting
from fullgraph.lint.domain.events import COMPILED_CODE
from fullgraph.lint.domain.externals import TEXTS
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    NONE,
    UNKNOWN,
    ClassValue,
    Const,
    External,
    Function,
    ModuleValue,
    Value,
    alternatives,
    join_all,
)
from fullgraph.lint.interpreter import registries, states
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.interpreter.models import torch as torch_model
from fullgraph.lint.project.index import Binding, FunctionInfo, Module

_BUILTINS = frozenset(dir(builtins))
_NUMBA = frozenset(("jit", "njit", "vectorize", "guvectorize"))
"""The decorators of Numba, by whatever name it is imported."""


class GlobalNames:
    """The values of the global names of a project's modules, each evaluated once."""

    def __init__(self, interp: Evaluator) -> None:
        self._interp = interp
        self._values: dict[tuple[str, str], Value] = {}
        self._defined: dict[tuple[str, str], Value] = {}
        self._counters: dict[Module, dict[str, list[counting.Count]]] = {}

    def value(self, module: Module, name: str) -> Value:
        """Return the value of a global name; several bindings are joined."""
        key = (module.name, name)
        value = self._values.get(key)
        if value is None:
            self._values[key] = UNKNOWN  # ends the recursion of names that are defined by each other
            value = self._evaluated(module, name)
            value = self._values[key] = self._defined.get(key, value)
        return value

    def define(self, module: Module, name: str, value: Value) -> None:
        """Say what a global name holds, where its statement gives something else by now."""
        self._values[module.name, name] = self._defined[module.name, name] = value

    def counters(self, module: Module) -> dict[str, list[counting.Count]]:
        """Return the global numbers of a module that its statements count, with these statements."""
        found = self._counters.get(module)
        if found is None:
            found = self._counters[module] = counting.global_counters(module)
        return found

    def imported(self, target: str) -> Value:
        """Return what ``import target as name`` binds: an attribute of the package before its submodule."""
        package, _, last = target.rpartition(".")
        value = self.member(package, last) if package else UNKNOWN
        return self.member(target, "") if value is UNKNOWN or isinstance(value, External) else value

    def member(self, module_name: str, name: str) -> Value:
        """Return ``name`` of a module; the module itself for an empty name."""
        project = self._interp.project
        module = project.find(module_name)
        if module is None and name and (below := project.find(f"{module_name}.{name}")) is not None:
            return ModuleValue(below)  # in a folder without `__init__.py` (PEP 420)
        if module is None:
            return TEXTS.get(f"{module_name}.{name}") or External(f"{module_name}.{name}".rstrip("."))
        if not name:
            return ModuleValue(module)
        value = self.value(module, name) if project.binds(module, name) else UNKNOWN
        if value is UNKNOWN and (submodule := project.submodule(module, name)) is not None:
            return ModuleValue(submodule)
        if project.lookup(module, name) is not None:
            return self.value(module, name)
        return External(f"{module_name}.{name}")

    def _evaluated(self, module: Module, name: str) -> Value:
        found = self._interp.project.lookup(module, name)
        if found is None:
            if name in ("__name__", "__debug__"):
                return Const(module.name if name == "__name__" else True)
            return External(f"builtins.{name}") if name in _BUILTINS else UNKNOWN
        values: list[Value] = []
        for binding in found.bindings:
            if binding.fallback and any(self._is_there(value) for value in values):
                continue
            values.append(self._bound(module, name, binding))
        real = [value for value in values if value != NONE]
        return join_all(real if real and len(values) > 1 else values)

    def _bound(self, module: Module, name: str, binding: Binding) -> Value:
        node = binding.node
        if binding.kind == "import":
            return self.imported(binding.target)
        if binding.kind == "from":
            return self._imported_from(module, name, binding)
        if binding.kind == "function" and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            info = module.function_info(node)
            if self._is_jitted(info):
                return External(f"{COMPILED_CODE}{info.qualname}")
            return Function(info)
        if binding.kind == "class" and isinstance(node, ast.ClassDef):
            return ClassValue(module.class_info(node))
        if binding.kind == "value" and isinstance(node, ast.expr):
            value = self._interp.evaluate(Frame(module), node)
            if registries.is_registry(value):
                self._values[module.name, name] = value
                value = self._interp.registered(module, name, value)
            if name not in module.mutated:
                return value
            return states.with_unknown_items(value)  # functions may put in more
        return UNKNOWN

    def _is_jitted(self, info: FunctionInfo) -> bool:
        """Return whether Numba makes compiled code of a function, perhaps only where it is installed."""
        if not info.decorator_names & _NUMBA:
            return False
        named = [one.func if isinstance(one, ast.Call) else one for one in info.decorators]
        makers = [maker for one in named for maker in alternatives(self._interp.evaluate(Frame(info.module), one))]
        homes = [
            one.name if isinstance(one, External) else one.info.module.name
            for one in makers
            if isinstance(one, (External, Function))
        ]
        return any(home.partition(".")[0] == "numba" for home in homes)

    def _is_there(self, value: Value) -> bool:
        return isinstance(value, External) and torch_model.is_there(self._interp, value.name)

    def _imported_from(self, module: Module, name: str, binding: Binding) -> Value:
        """Return what ``from target import name`` binds: in a package's own module, a submodule of the package."""
        if binding.target == module.name:
            submodule = self._interp.project.submodule(module, binding.name)
            if submodule is not None:
                return ModuleValue(submodule)
            return UNKNOWN if binding.name == name else self.value(module, binding.name)
        return self.member(binding.target, binding.name)
