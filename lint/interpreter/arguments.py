"""The arguments of a call, and the call that a decorator makes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from fullgraph.lint.domain.values import UNKNOWN, Value, join


class Decoration(ast.Call):
    """The call that ``@decorator`` stands for."""


def as_call(node: ast.AST) -> ast.Call:
    """The node of a call, also where no call stands in the source."""
    return node if isinstance(node, ast.Call) else ast.copy_location(Decoration(ast.Name("f"), [], []), node)


@dataclass(frozen=True)
class Rest:
    """What ``*args`` and ``**kwargs`` pass where that is not known one by one; false where they pass nothing more."""

    positional: Value | None = None
    """The join of what may be passed by position."""
    named: Value | None = None
    """The join of what may be passed by name."""

    def values(self) -> list[Value]:
        """The two that there are."""
        return [value for value in (self.positional, self.named) if value is not None]

    def __bool__(self) -> bool:
        return self.positional is not None or self.named is not None

    def and_positional(self, value: Value) -> Rest:
        """The same with another value that may be passed by position."""
        return replace(self, positional=value if self.positional is None else join(self.positional, value))

    def and_named(self, value: Value) -> Rest:
        """The same with another value that may be passed by name."""
        return replace(self, named=value if self.named is None else join(self.named, value))


NO_REST = Rest()
ANY_REST = Rest(UNKNOWN, UNKNOWN)


@dataclass
class Arguments:
    """The evaluated arguments of a call."""

    args: list[Value]
    kwargs: dict[str, Value]
    rest: Rest = NO_REST

    def get(self, position: int, name: str = "") -> Value | None:
        if position < len(self.args):
            return self.args[position]
        return self.kwargs.get(name)
