"""The way from an event about a loop or a selection that depends on data to the rewrite of it."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics import Fix
from fullgraph.lint.events import Event
from fullgraph.rules.facts import Facts
from fullgraph.rules.rewrite.answer import answer
from fullgraph.rules.rewrite.rows import all_rows


def rows_fix(event: Event, statement: ast.stmt) -> Callable[[], Fix]:
    """All rows computed, where those are computed that data selects."""
    facts = Facts(event, statement)
    return lambda: answer(all_rows(statement, facts.scope, event.frame.source, facts))
