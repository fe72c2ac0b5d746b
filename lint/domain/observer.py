"""The base of observers, who are notified of what an interpretation does."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from fullgraph.lint.domain.frame import Finding, Frame
    from fullgraph.lint.domain.values import Value
    from fullgraph.lint.project.index import FunctionInfo

SkipReason = Literal["disabled", "depth", "recursion", "steps"]


class Observer:
    """Told of everything that the interpreter does, in and out of compile scope, in the order in which it does it.

    Observers look on: they change nothing that the interpreter sees.
    """

    sees_values: ClassVar[bool] = True
    """Whether it is told of each expression's value."""

    def statement(self, frame: Frame, node: ast.stmt) -> None:
        """A statement is run. Loops run theirs several times."""

    def ended(self, frame: Frame, node: ast.stmt) -> None:
        """Control never goes on behind this statement, which has been run."""

    def stopped(self, frame: Frame, node: ast.stmt) -> None:
        """The steps are used up: this statement and what follows it are not run."""

    def tested(self, frame: Frame, node: ast.AST, known: bool | None) -> None:
        """The test of an ``if``, ``while`` or conditional expression came out so; False for a loop over nothing."""

    def dropped(self, frame: Frame, body: Sequence[ast.stmt]) -> None:
        """An arm has been run that only ends in ``raise``: what was found in it does not count."""

    def value(self, frame: Frame, node: ast.expr, value: Value) -> None:
        """An expression was evaluated."""

    def stored(self, frame: Frame, target: ast.expr, value: Value) -> None:
        """A value was assigned to a target."""

    def entered(self, frame: Frame, key: object) -> None:
        """A call is interpreted, in this frame of its own; ``key`` names it for ``again``."""

    def again(self, frame: Frame, node: ast.AST, key: object) -> None:
        """The call of ``node`` is known from before and is not interpreted once more."""

    def skipped(self, frame: Frame, node: ast.AST, info: FunctionInfo, why: SkipReason) -> None:
        """The call of ``node`` is not followed into the function."""

    def found(self, frame: Frame, finding: Finding) -> None:
        """A rule answered, whether or not the finding counts in the end."""
