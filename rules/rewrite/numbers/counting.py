"""Keep a number of elements a tensor: ``condition.nonzero().shape[0]``, ``len(torch.where(condition)[0])``.

The indices are not made at all: ``condition.sum()`` takes the place of the number, and is followed through all that is
done with it. Where the indices have a name, of which only their number is read, that name gets the number.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.bindings import target_name
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.masks.reduction import count_over, counts_rows
from fullgraph.rules.rewrite.numbers.reading import Count, counts_kept
from fullgraph.rules.rewrite.numbers.web import Branches


def counted(call: ast.expr, source: SourceFile, oracle: Oracle, branches: Branches) -> Fix | Obstacle | None:
    """The rewrite of a call that gives the indices of a condition; None where more than their number is read."""
    found = counts_rows(call, oracle)
    if found is None:
        return None
    condition, rows, flat = found
    facts = oracle.tensor(condition)
    if facts is None:
        return None
    number = quote.method(condition, "sum" if facts.boolean else "count_nonzero")
    count = count_over(rows, oracle)
    if count is not None:
        return (
            None
            if count[1] and not flat
            else counts_kept([Count(count[0], number, condition)], {}, source, oracle, branches)
        )
    statement = oracle.parent(rows)
    name = target_name(statement) if isinstance(statement, ast.Assign) and statement.value is rows else None
    uses = oracle.uses(name) if name is not None else None
    if name is None or not uses:
        return None
    counts = []
    for use in uses:
        count = count_over(use, oracle)
        if count is None or (count[1] and not flat):
            return None
        counts.append(Count(count[0], quote.name(name), condition))
    return counts_kept(counts, {rows: number}, source, oracle, branches)
