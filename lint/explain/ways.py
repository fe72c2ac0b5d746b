"""The ways from the roots to an interpretation of a function: how many, and the shortest ones."""

from __future__ import annotations

import ast
import heapq
import itertools
from collections.abc import Iterable, Iterator

from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.explain import words
from fullgraph.lint.explain.watch import Run
from fullgraph.lint.project.index import dotted_name

_Link = tuple[Run, ast.AST, Run]
"""The caller, the call, and what is called."""


class Ways:
    """The calls that a compiled run makes, from the roots down.

    A call leads to a run that was finished before its caller was: there are no circles.
    """

    def __init__(self) -> None:
        self._counts: dict[Run, int] = {}
        self._distances: dict[Run, int] = {}

    def calls(self, run: Run) -> list[tuple[Run, ast.AST]]:
        """The calls that lead to a run and are made where a compiled run comes."""
        return [
            (caller, node)
            for caller, node in run.calls
            # What is no function itself (a root, the making of an object) stands for calls that are judged themselves.
            if caller.compiled and (caller.function is None or caller.silent(node) is None)
        ]

    def count(self, run: Run) -> int:
        """Return how many ways lead to a run."""
        if run not in self._counts:
            callers = [caller for caller, _ in self.calls(run)]
            self._counts[run] = 1 if run.is_root else sum(self.count(caller) for caller in callers)
        return self._counts[run]

    def _distance(self, run: Run) -> int:
        if run not in self._distances:
            callers = [self._distance(caller) for caller, _ in self.calls(run) if self.count(caller)]
            self._distances[run] = 0 if run.is_root else 1 + min(callers, default=0)
        return self._distances[run]

    def shortest(self, runs: Iterable[Run]) -> Iterator[tuple[Run, tuple[Step, ...]]]:
        """The ways to any of these runs, short ones first: the run and the steps from the root to it."""
        serial = itertools.count()
        heap: list[tuple[int, int, Run, Run, tuple[_Link, ...]]] = [
            (self._distance(run), next(serial), run, run, ()) for run in runs if self.count(run)
        ]
        heapq.heapify(heap)
        while heap:
            _, _, target, top, below = heapq.heappop(heap)
            if top.is_root:
                yield target, _steps(top, below)
                continue
            for caller, node in self.calls(top):
                if self.count(caller):
                    links = ((caller, node, top), *below)
                    length = len(links) + self._distance(caller)
                    heapq.heappush(heap, (length, next(serial), target, caller, links))


def _steps(top: Run, links: tuple[_Link, ...]) -> tuple[Step, ...]:
    root = top.root
    assert root is not None
    steps = [root.module.source.step(root.text, root.node)]
    construction: tuple[Run, ast.AST] | None = None
    for caller, node, callee in links:
        function = callee.function
        if function is None:
            construction = caller, node  # the call of a class, which calls the constructor
            continue
        if construction is not None:
            (caller, node), construction = construction, None
        if caller.is_root:
            called = function.module.source.step(function.qualname, function.node)
            if (steps[0].filename, steps[0].row) != (called.filename, called.row):
                steps.append(called)
            continue
        steps.append(caller.module.source.step(_call_text(caller, node, callee), node))
    return tuple(steps)


def _call_text(caller: Run, node: ast.AST, callee: Run) -> str:
    """The call as it stands, and what it calls where the text does not say it."""
    function = callee.function
    assert function is not None
    if not isinstance(node, (ast.expr, ast.stmt)) or isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return function.qualname
    text = words.source_text(caller.module, node)
    named = dotted_name(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
    own = function.owner is None or (caller.function is not None and function.owner is caller.function.owner)
    return text if named == function.name and own else f"{text} calls {function.qualname}"
