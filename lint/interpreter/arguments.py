"""The arguments of a call, and the call that a decorator makes."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.lint.domain.values import Value


class Decoration(ast.Call):
    """The call that ``@decorator`` stands for."""


def as_call(node: ast.AST) -> ast.Call:
    """The node of a call, also where no call stands in the source."""
    return node if isinstance(node, ast.Call) else ast.copy_location(Decoration(ast.Name("f"), [], []), node)


@dataclass
class Arguments:
    """The evaluated arguments of a call; ``open`` where ``*args`` or ``**kwargs`` may add others."""

    args: list[Value]
    kwargs: dict[str, Value]
    open: bool = False
    rest: Value | None = None
    """The join of the items of ``*args``, where they are not known one by one."""

    def get(self, position: int, name: str = "") -> Value | None:
        if position < len(self.args):
            return self.args[position]
        return self.kwargs.get(name)
