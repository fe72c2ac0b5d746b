"""What a rewrite asks about the code around it, and how it says no."""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from fullgraph.lint.diagnostics.diagnostic import Confidence
from fullgraph.rules.rewrite.analysis.effects.summary import Effects
from fullgraph.rules.rewrite.analysis.memory import Write

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Obstacle:
    """Why a line is not rewritten: a clause for the end of a message, without a full stop."""

    reason: str
    placed: bool = field(default=False, compare=False)
    """Whether the clause says in which line."""


class Stop(Exception):
    """Something is in the way, and the text says what: an obstacle that ends a rewrite wherever it is found."""


def required(answer: _Answer | Obstacle) -> _Answer:
    """An answer that is no obstacle; what is one raises ``Stop``."""
    if isinstance(answer, Obstacle):
        raise Stop(answer.reason)
    return answer


@dataclass(frozen=True)
class TensorFacts:
    """What is known of a tensor. Two equal ``shape`` (or ``dtype``) terms prove equal shapes (dtypes)."""

    shape: Hashable | None = None
    """Any term; ``()`` is zero-dimensional. None: unknown."""
    dtype: Hashable | None = None
    is_floating: bool | None = None
    """True: a real floating-point dtype, neither bool, integer nor complex. None: unknown."""
    fresh: bool = False
    """Owns its memory: cannot be, or share memory with, an argument, an attribute or another live tensor."""
    sources: frozenset[Hashable] | None = None
    """The differentiable inputs, parameters and attributes it was computed from. None: unknown."""
    boolean: bool = False
    """The dtype is bool."""
    confidence: Confidence = "high"
    dense: bool = False
    """Has no gaps or overlaps in memory: an operation made it, or the code was given it, of which that is assumed."""

    @property
    def zero_dim(self) -> bool:
        return self.shape == ()


@dataclass(frozen=True)
class Number:
    """A Python number, not read from a tensor; ``value`` where it is known."""

    value: float | int | bool | None = None
    may_be_flag: bool = False
    """Whether it may be a truth value."""
    is_float: bool = False
    """Whether it is surely a float; an integer may be too large to be computed with one."""


class Oracle(Protocol):
    """What the interpreter knows at one statement. Every answer must hold on every path that reaches it."""

    def supposing(self, tensors: Mapping[ast.expr, TensorFacts]) -> Oracle:
        """What is known of the program in which expressions hold tensors: the one that a rewrite makes of it."""

    def at(self, statement: ast.stmt) -> Oracle | None:
        """What is known at a statement behind this one, or inside of it; None where it may not be reached."""

    def reads_number(self, expr: ast.expr) -> bool:
        """Whether an expression may evaluate to a Python number that was read from a tensor."""

    def tensor(self, expr: ast.expr) -> TensorFacts | None:
        """The tensor that an expression of the statement (or of what follows it) evaluates to; None: perhaps none."""

    def named(self, name: str) -> TensorFacts | None:
        """The tensor that a local name holds right before the statement; None: perhaps none."""

    def shapes(self) -> Iterable[Hashable]:
        """The shape terms of tensors that there are before the statement."""

    def number(self, expr: ast.expr) -> Number | None:
        """The Python number that an expression evaluates to; None: perhaps none."""

    def configured(self, expr: ast.expr) -> bool:
        """Whether an expression is an attribute that holds the number that the constructor of ``self`` was given."""

    def is_array(self, expr: ast.expr) -> bool:
        """Whether an expression evaluates to a NumPy array, perhaps: functions of torch take none."""

    def unknown(self, expr: ast.expr) -> bool:
        """Whether nothing is known of what an expression evaluates to."""

    def qualname(self, expr: ast.expr) -> str | None:
        """The dotted name that a function expression resolves to by binding: ``torch.nn.functional.relu``."""

    def module_class(self, expr: ast.expr) -> str | None:
        """The class of the ``torch.nn`` module that an expression evaluates to: ``torch.nn.Linear``."""

    def definition(self, func: ast.expr) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool] | None:
        """The definition of the project's function that is called, and whether it is bound to an object."""

    def effects(self, call: ast.Call) -> Effects:
        """What a call of the project's own code, or of a container of modules, does besides returning a value.

        Asked only of calls that are neither torch's own functions, methods and modules nor builtins.
        """

    def global_name(self, name: str) -> bool:
        """Whether a name, read at the statement, is one that the module certainly has bound at its top level."""

    def runs_code(self, expr: ast.Attribute) -> bool | None:
        """Whether to read an attribute runs code, as of a property or ``__getattr__``; None where it is not known."""

    def may_consume(self, expr: ast.expr) -> bool:
        """Whether to go through an expression, or to format it, may change something: an iterator, ``__str__``."""

    def inplace_module(self, expr: ast.expr) -> bool:
        """Whether a ``torch.nn`` module may have been told to write to its input."""

    def is_caught(self) -> bool:
        """Whether an exception that the statement raises is caught, as far as the calls that lead to it are known."""

    def asked_for_its_type(self, name: str) -> bool:
        """Whether the function asks what type the object that a name holds is of."""

    def means_something(self, name: str) -> bool:
        """Whether a name may be bound to anything where the statement stands."""

    def name_bound(self, name: str) -> bool:
        """Whether a name that the function reads is certainly bound right before the statement."""

    def used_later(self, name: str) -> bool:
        """Whether what the name holds after the statement may be read afterwards."""

    def captured(self, name: str) -> bool:
        """Whether code outside of the function, or a function inside of it, reads the variable too."""

    def written_later(self, names: Iterable[str]) -> Write:
        """Whether memory that one of the names may refer to is written in place after the statement."""

    def escapes(self, name: str, besides: Collection[ast.AST] = ()) -> bool:
        """Whether what the name holds after the statement is read other than as an operand of torch's operations."""

    def shown(self, name: str) -> bool:
        """Whether what the name holds after the statement is printed or formatted."""

    def needed_backward(self, name: str) -> bool:
        """Whether the backward pass may need what the statement, or an arm of it, overwrites in place."""

    def shared(self, name: str) -> bool:
        """Whether something else may hold what the name holds before the statement, or a view of it."""

    def uses(self, name: str) -> list[ast.Name] | None:
        """Every reading of what the statement binds the name to; None where they are not known one by one."""

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node of the function's tree that a node stands in."""

    def running(self, statements: Sequence[ast.stmt]) -> Oracle:
        """The same, with what the expressions of made-up statements hold that run in the statement's place."""

    def is_record(self, func: ast.expr) -> bool:
        """Whether a call of it makes an object of a class that keeps what it is given."""

    def gradient_switch(self) -> str | None:
        """The name by which the function switches gradients off or on, where it may do so at the statement."""

    def torch_alias(self) -> str | None:
        """The name by which ``torch`` can be read at the statement; None where the module must import it."""

    def fresh_name(self, stem: str) -> str:
        """A name like ``stem`` that the function, its module and the builtins do not use."""
