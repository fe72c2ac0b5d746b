"""Which functions are decorators that make another function of what they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.project.index import FunctionInfo, Project, all_arguments, dotted_name, own_nodes
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction


def wraps(project: Project, decorator: FunctionInfo) -> bool:
    """Whether a function inside of it, or of one whose result it returns, calls what it was given.

    The others give the function back, with another docstring or an entry in a registry.
    """
    if decorator not in project.wrappers:
        project.wrappers[decorator] = any(_calls_what_it_was_given(one) for one in _delegates(project, decorator))
    return project.wrappers[decorator]


def _delegates(project: Project, decorator: FunctionInfo) -> Iterator[FunctionInfo]:
    """The function itself and those whose results it returns, each once."""
    pending, seen = [decorator], {decorator}
    while pending:
        info = pending.pop()
        yield info
        returned = (node.value for node in syntax.walk(info.node) if isinstance(node, ast.Return))
        for call in returned:
            if isinstance(call, ast.Call) and (found := _function(project, info, call.func)) and found not in seen:
                seen.add(found)
                pending.append(found)


def _function(project: Project, info: FunctionInfo, named: ast.expr) -> FunctionInfo | None:
    """The function of the project that a global name means; None for all else."""
    found = project.resolve(info.module, dotted_name(named) or "?")
    for binding in reversed(found.bindings):
        if found.module is not None and isinstance(binding.node, AnyFunction):
            return found.module.function_info(binding.node)
    return None


def _calls_what_it_was_given(info: FunctionInfo) -> bool:
    given = {argument.arg for argument in all_arguments(info.node.args)}
    for function in (
        node for node in syntax.walk(info.node) if isinstance(node, AnyFunction) and node is not info.node
    ):
        calls = (node for node in own_nodes(function) if isinstance(node, ast.Call))
        if given & {call.func.id for call in calls if isinstance(call.func, ast.Name)}:
            return True
        given |= {argument.arg for argument in all_arguments(function.args)}
    return False
