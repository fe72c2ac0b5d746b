"""Callbacks for code outside of compile scope."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.values import Value


@dataclass(frozen=True)
class Hooks:
    """The callbacks of an interpreter's owner."""

    on_compile: Callable[[Frame, ast.Call, Value, dict[str, Value]], Value] | None = None
    """Called for ``torch.compile``; returns the compiled value."""
    on_compiled: Callable[[object, Value, Sequence[Value], dict[str, Value]], None] | None = None
    """Called for calls of compiled callables, with the root (None for that of a decorator) and what is compiled."""
    on_finding: Callable[[Finding], None] | None = None
    """Called for each finding of a rule."""
