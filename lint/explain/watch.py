"""Watches an interpretation for one line: who calls whom, what runs, and what the expressions around the line hold."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from fullgraph.lint.domain.frame import Env, Finding, Frame, Root
from fullgraph.lint.domain.observer import Observer, SkipReason
from fullgraph.lint.domain.values import Value, join
from fullgraph.lint.explain.places import FunctionNode
from fullgraph.lint.project.index import FunctionInfo, Module

Place = tuple[type, int, int, int, int]
"""An expression by its kind and its range: the interpreter makes nodes of its own at the place of those of the text."""


def place_of(node: ast.AST) -> Place | None:
    """The place of a node, None for one that stands nowhere."""
    row = getattr(node, "lineno", None)
    if row is None:
        return None
    end, end_offset = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
    return (type(node), row, getattr(node, "col_offset", 0), end or row, end_offset or 0)


@dataclass(eq=False)
class Run:
    """One interpretation of a function. All calls whose arguments make no difference to it share it."""

    module: Module
    function: FunctionInfo | None
    root: Root | None
    """None outside of compile scope."""
    is_root: bool
    """Not the function itself, but the compiler that calls it."""
    assumed: bool
    """No root leads here: interpreted only to see what its expressions would hold."""
    parameters: Env = field(default_factory=dict)
    calls: dict[tuple[Run, ast.AST], None] = field(default_factory=dict)
    """The calls that lead here."""
    ran: set[ast.stmt] = field(default_factory=set)
    ended: set[ast.stmt] = field(default_factory=set)
    stopped: bool = False
    tested: dict[ast.AST, set[bool | None]] = field(default_factory=dict)
    dropped: list[tuple[int, int]] = field(default_factory=list)
    """The rows of arms that only end in ``raise``."""
    values: dict[Place, Value] = field(default_factory=dict)
    stored: dict[Place, Value] = field(default_factory=dict)

    @property
    def compiled(self) -> bool:
        return self.root is not None and not self.assumed

    def silent(self, node: ast.AST) -> str | None:
        """Why a compiled run does not come to this place of the function, though its values are worked out."""
        child, around = node, self.module.parents.get(node)
        if isinstance(node, ast.Raise):
            return "it raises, and a compiled run is taken not to come here"
        while around is not None and not isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            if isinstance(around, ast.ExceptHandler) and child in around.body:
                where = self.module.source.named(around.lineno)
                return f"it is in the `except` of {where}, which a compiled run is taken not to enter"
            if isinstance(around, ast.Raise):
                return "it is an argument of a `raise`, to which a compiled run is taken not to come"
            child, around = around, self.module.parents.get(around)
        row = getattr(node, "lineno", 0)
        for first, last in self.dropped:
            if first <= row <= last:
                where = self.module.source.named(first, last)
                return f"it is in an arm that only ends in `raise` ({where}), which a compiled run is taken not to take"
        return None


@dataclass(frozen=True)
class Missed:
    """A call of the function around the line, in compiled code, that was not followed."""

    run: Run
    node: ast.AST
    why: SkipReason


class Watch(Observer):
    """Keeps what a report about one line of a module needs; values only of expressions in ``rows``."""

    def __init__(self, module: Module, rows: range, function: FunctionNode | ast.Lambda | None) -> None:
        self.module = module
        self.rows = rows
        self.function = function
        self.runs: list[Run] = []
        self.findings: list[tuple[Run, Finding]] = []
        self.missed: list[Missed] = []
        self.named: dict[tuple[str, int], tuple[Run, Value]] = {}
        """The values of the function's name in compiled code, by file and row."""
        self.limited: dict[Root, None] = {}
        """The roots that took too many steps."""
        self.assuming = False
        """Whether the interpretation under way is no part of the run that is explained."""
        self._by_frame: dict[int, Run] = {}
        self._by_key: dict[object, Run] = {}
        self._name = "" if function is None or isinstance(function, ast.Lambda) else function.name

    def run_of(self, frame: Frame) -> Run:
        """The run that a frame stands for."""
        run = self._by_frame.get(frame.serial)
        if run is None:
            is_root = frame.root is not None and frame.caller is None and frame.function is None
            run = Run(frame.module, frame.function, frame.root, is_root, self.assuming)
            self._by_frame[frame.serial] = run
            self.runs.append(run)
        return run

    # The observer

    def entered(self, frame: Frame, key: object) -> None:
        run = self.run_of(frame)
        run.parameters = dict(frame.env)
        self._by_key[key] = run
        if frame.caller is not None and frame.call is not None:
            run.calls[self.run_of(frame.caller), frame.call] = None

    def again(self, frame: Frame, node: ast.AST, key: object) -> None:
        run = self._by_key.get(key)
        if run is not None:
            run.calls[self.run_of(frame), node] = None

    def skipped(self, frame: Frame, node: ast.AST, info: FunctionInfo, why: SkipReason) -> None:
        if frame.root is None:
            return
        if why == "steps":
            self.limited[frame.root] = None
        if info.node is self.function and not self.assuming:
            self.missed.append(Missed(self.run_of(frame), node, why))

    def statement(self, frame: Frame, node: ast.stmt) -> None:
        if frame.module is self.module:
            self.run_of(frame).ran.add(node)

    def ended(self, frame: Frame, node: ast.stmt) -> None:
        if frame.module is self.module:
            self.run_of(frame).ended.add(node)

    def stopped(self, frame: Frame, node: ast.stmt) -> None:
        if frame.root is not None:
            self.limited[frame.root] = None
        self.run_of(frame).stopped = True

    def tested(self, frame: Frame, node: ast.AST, known: bool | None) -> None:
        if frame.module is self.module:
            self.run_of(frame).tested.setdefault(node, set()).add(known)

    def dropped(self, frame: Frame, body: Sequence[ast.stmt]) -> None:
        rows = (body[0].lineno, body[-1].end_lineno or body[-1].lineno)
        dropped = self.run_of(frame).dropped
        if rows not in dropped:
            dropped.append(rows)

    def value(self, frame: Frame, node: ast.expr, value: Value) -> None:
        if self._name and frame.root is not None and not self.assuming and _last_name(node) == self._name:
            place = (frame.source.display, node.lineno)
            known = self.named.get(place)
            self.named[place] = (self.run_of(frame), join(known[1], value) if known is not None else value)
        if frame.module is self.module and getattr(node, "lineno", 0) in self.rows:
            _note(self.run_of(frame).values, node, value)

    def stored(self, frame: Frame, target: ast.expr, value: Value) -> None:
        if frame.module is self.module and getattr(target, "lineno", 0) in self.rows:
            _note(self.run_of(frame).stored, target, value)

    def found(self, frame: Frame, finding: Finding) -> None:
        self.findings.append((self.run_of(frame), finding))


def _last_name(node: ast.expr) -> str:
    """The last part of a dotted name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _note(values: dict[Place, Value], node: ast.expr, value: Value) -> None:
    place = place_of(node)
    if place is not None:
        values[place] = join(values[place], value) if place in values else value
