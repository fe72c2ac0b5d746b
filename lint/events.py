"""The rule vocabulary: what happens in traced code, as rules see it, and what a rule answers.

A rule's function takes one event (its annotation says which) and returns a Finding or None.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fullgraph.lint.diagnostics import BOTH_MODES, Confidence, Fix, Mode, Step
from fullgraph.lint.values import Function, Instance, Value

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.frame import Frame, Root
    from fullgraph.lint.interpreter.machine import Interpreter
    from fullgraph.lint.project import FunctionInfo

TestKind = Literal["if", "while", "conditional", "boolean", "not", "comparison", "comprehension", "builtin"]


@dataclass(frozen=True)
class Event:
    """Something that Dynamo meets while it traces ``frame``."""

    node: ast.expr | ast.stmt
    frame: Frame
    machine: Interpreter

    @property
    def text(self) -> str:
        """The node's source on one line."""
        return self.frame.text(self.node)


@dataclass(frozen=True)
class Test(Event):
    """``bool()`` is called on what may be tensor data. ``node`` is the whole test: Dynamo breaks where it begins."""

    operand: ast.expr
    """The part of the test that is tensor data."""
    value: Value
    kind: TestKind
    statement: ast.stmt


@dataclass(frozen=True)
class Assertion(Event):
    """An ``assert`` on tensor data in a form that Dynamo does not turn into a graph-native assert."""

    value: Value
    why: Literal["message", "operator"]
    """What stands in the way: a message that is no literal, or ``not``/``and``/``or``/a chained comparison."""
    statement: ast.Assert


@dataclass(frozen=True)
class Call(Event):
    """A call of something outside of the project, by its dotted name (``builtins.print``, ``logging.Logger.info``)."""

    name: str
    args: tuple[Value, ...]
    confidence: int
    statement: ast.stmt


@dataclass(frozen=True)
class Dispatch(Event):
    """A callable is looked up through a property whose getter breaks the graph. ``node`` is the look-up."""

    owner: Instance
    attribute: str
    target: Function | None
    """What the look-up gives, where it is always one function."""
    getter: FunctionInfo
    causes: tuple[Finding, ...]
    """What the getter does that breaks."""


@dataclass(frozen=True)
class Finding:
    """A rule's answer to an event."""

    event: Event
    message: str
    evidence: tuple[Step, ...] = ()
    confidence: Confidence = "high"
    modes: tuple[Mode, ...] = BOTH_MODES
    fix: Callable[[], Fix | None] | None = None
    """Makes the fix; called only for findings that are reported."""
    at: tuple[Frame, ast.expr | ast.stmt] | None = None
    """Where to report it, if not at the event's node."""
    absorbs: tuple[Finding, ...] = ()
    """Findings that this one stands for."""
    code: str = ""
    root: Root | None = None
    """What brought the line into scope. Set, as the code is, by the interpreter."""
