"""The cause of an unknown value: the expression that is unknown first, and why."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fullgraph.lint.domain.heap import UNSET
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    External,
    ExternalInstance,
    Function,
    Instance,
    Method,
    Value,
    alternatives,
)
from fullgraph.lint.explain import words
from fullgraph.lint.explain.watch import Run, place_of
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.index import all_arguments

MAX_DEPTH = 20


@dataclass(frozen=True)
class Cause:
    """The expression in which knowledge is lost."""

    node: ast.expr
    why: str
    inside: bool
    """Of the value itself something is known, but not of what it contains."""


class Causes:
    """Looks for causes in one run of a function."""

    def __init__(self, interp: Interpreter, run: Run) -> None:
        self.interp = interp
        self.run = run

    def of(self, node: ast.expr) -> Cause | None:
        """Why an expression that may be unknown is; None where that cannot be told."""
        seen: set[ast.expr] = set()
        while node not in seen and len(seen) < MAX_DEPTH:
            seen.add(node)
            value = self._value(node)
            inside = value is not None and not words.may_be_unknown(value)
            why = "" if inside else self._here(node)
            if why:
                return Cause(node, why, inside)
            source = next((part for part in self._sources(node) if part not in seen and self._lost(part)), None)
            if source is None:
                return Cause(node, self._from_call(node) if inside else "", inside) if len(seen) > 1 else None
            node = source
        return None

    def _lost(self, node: ast.expr) -> bool:
        value = self._value(node)
        return value is not None and words.contains_unknown(value)

    def _value(self, node: ast.expr) -> Value | None:
        place = place_of(node)
        return self.run.values.get(place) if place is not None else None

    # From a value to what it is made of

    def _sources(self, node: ast.expr) -> Iterator[ast.expr]:
        """The expressions that decide what this one holds."""
        if isinstance(node, ast.Name):
            yield from self._assigned(node)
        elif isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred, ast.Await, ast.NamedExpr)):
            yield node.value
        elif isinstance(node, ast.Call):
            yield node.func
            yield from node.args
        elif isinstance(node, ast.IfExp):
            yield from (node.body, node.orelse)
        else:
            yield from (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))

    def _assigned(self, name: ast.Name) -> Iterator[ast.expr]:
        """Return what was assigned to a variable, nearest before first."""
        function = self.run.function
        if function is None:
            return
        found = []
        for node in ast.walk(function.node):
            for target, value in _bound(node):
                if isinstance(target, ast.Name) and target.id == name.id:
                    held = self.run.stored.get(place_of(target) or (ast.Name, 0, 0, 0, 0))
                    if held is not None and words.contains_unknown(held):
                        found.append((target, value))
        found = [pair for pair in found if not any(inner is name for inner in ast.walk(pair[1]))]
        before = [pair for pair in found if pair[0].lineno <= name.lineno]
        for _, value in sorted(before or found, key=lambda pair: -pair[0].lineno):
            yield value

    # What is lost right here

    def _from_call(self, node: ast.expr) -> str:
        callee = self._value(node.func) if isinstance(node, ast.Call) else None
        known = (
            [option for option in alternatives(callee) if isinstance(option, Function)] if callee is not None else []
        )
        return f"{words.function_name(known[0].info)} returns it" if known else ""

    def _here(self, node: ast.expr) -> str:
        """Why this expression is unknown though its parts are not; empty where they are, or where it is not clear."""
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript):
            owner = self._value(node.value)
            if owner is not None and not words.may_be_unknown(owner):
                return f"what indexing {words.describe(owner)} gives is not known"
        return ""

    def _name(self, node: ast.Name) -> str:
        function = self.run.function
        if function is not None and node.id in {a.arg for a in all_arguments(function.node.args)}:
            if any(True for _ in self._assigned(node)) or not words.may_be_unknown(
                self.run.parameters.get(node.id, UNKNOWN)
            ):
                return ""
            argument = next(a for a in all_arguments(function.node.args) if a.arg == node.id)
            if argument.annotation is None:
                return "a parameter without an annotation; its use does not say what it is either"
            return "a parameter; what it is annotated with is not known"
        if function is not None and node.id in function.local_names:
            return ""
        if self.interp.project.lookup(self.run.module, node.id) is None and not node.id.startswith("__"):
            return "nothing binds it in this module"
        return ""

    def _attribute(self, node: ast.Attribute) -> str:
        owner = self._value(node.value)
        if owner is None or words.may_be_unknown(owner):
            return ""
        for option in alternatives(owner):
            if isinstance(option, Instance):
                held = self.interp.heap.of(option.site)
                if node.attr in held:
                    if not words.contains_unknown(held[node.attr]):
                        continue
                    return f"{option.cls.qualname} sets it to something that is not known"
                bases = [base for base in option.cls.external_bases() if not base.startswith(("builtins.", "torch."))]
                inherits = f", which inherits from {', '.join(_unread(bases))}" if bases else ""
                return f"nothing that was read sets {node.attr} on {option.cls.qualname}{inherits}"
            if isinstance(option, ExternalInstance):
                return f"attributes of {option.cls} are not known"
        return ""

    def _call(self, node: ast.Call) -> str:
        callee = self._value(node.func)
        if callee is None or words.may_be_unknown(callee):
            return ""
        for option in alternatives(callee):
            if option == UNSET:
                return "what is called is perhaps not set"
            if isinstance(option, ExternalInstance) and option.cls in self.interp.torch.modules:
                continue
            if isinstance(option, External):
                name, top = option.name, option.name.split(".")[0]
                if top in words.KNOWN or top == "builtins":
                    return f"what {name.removeprefix('builtins.')} gives is not known"
                if self.interp.project.finder.is_followed(top):
                    return f"{name} is in no Python file that is installed here"
                return f"{top} is not read: --follow {top} reads it, if it is installed"
            if isinstance(option, Function):
                return f"what {words.function_name(option.info)} returns is not known"
            if isinstance(option, Instance):
                method = option.cls.find_method("forward") or option.cls.find_method("__call__")
                if method is not None:
                    return f"what {words.function_name(method)} returns is not known"
            if isinstance(option, ExternalInstance):
                return f"what objects of {option.cls} return is not known"
            if isinstance(option, ClassValue):
                return f"what {words.class_name(option.cls)} makes is not known"
            if isinstance(option, Method) and not words.may_be_unknown(option.owner):
                return f"what the method {option.name} of {words.describe(option.owner)} gives is not known"
        return ""


def _bound(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets that a node assigns, each with the expression that its value comes from."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _matched(target, node.value)
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        for target in _names(node.target):
            yield target, node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield node.optional_vars, node.context_expr


def _matched(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """``a, b = c, d`` assigns each from its own."""
    if isinstance(target, (ast.Tuple, ast.List)):
        values: Sequence[ast.expr] = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        alike = len(values) == len(target.elts)
        for position, part in enumerate(target.elts):
            yield from _matched(part, values[position] if alike else value)
    else:
        yield target, value


def _names(target: ast.expr) -> Iterator[ast.Name]:
    return (node for node in ast.walk(target) if isinstance(node, ast.Name))


def _unread(bases: Sequence[str]) -> list[str]:
    return ["a class that is not known" if base == "?" else f"{base} (not read)" for base in bases]
