"""The fixes for what compiled code looks up anew in every call: modules, torch's build, names of the module."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics import Fix
from fullgraph.lint.events import Call
from fullgraph.rules.facts import Facts
from fullgraph.rules.rewrite import Obstacle
from fullgraph.rules.rewrite.answer import answer
from fullgraph.rules.rewrite.hoist import globals_lookup, import_statement, module_constant


def import_fix(event: Call, top: bool) -> Callable[[], Fix]:
    """An import statement for a call that imports."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        node: ast.AST | None = event.statement
        while node is not None:
            node = facts.parents.get(node)
            if isinstance(node, ast.Try) and node.handlers:
                return answer(Obstacle("it may fail here, which breaks the graph too; try it at the top of the file"))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                break
        if not isinstance(event.node, ast.Call):
            return answer(Obstacle("it is no call"))
        return answer(import_statement(event.node, event.statement, event.frame.source, facts, top=top))

    return make


def constant_fix(event: Call, difference: str) -> Callable[[], Fix]:
    """A constant of the module for what torch always answers."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return answer(Obstacle("it is no call"))
        return answer(module_constant(event.node, event.name, event.frame.source, facts, difference))

    return make


def globals_fix(event: Call) -> Callable[[], Fix]:
    """``getattr`` of the module for a look-up in ``globals()``."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        node = facts.parents.get(event.node)
        if isinstance(node, ast.Attribute) and node.attr == "get":
            call = facts.parents.get(node)
            if isinstance(call, ast.Call) and call.func is node:
                return answer(globals_lookup(call, event.frame.source, facts))
        if isinstance(node, ast.Subscript) and node.value is event.node:
            return answer(globals_lookup(node, event.frame.source, facts))
        return answer(Obstacle("it is used for more than to look a name up"))

    return make
