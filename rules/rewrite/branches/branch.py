"""Rewrite a branch on tensor data to ``torch.where`` or ``torch.cond``.

``torch.where`` computes both arms; it is offered as *safe* only where that cannot be noticed: one-element condition,
arms that are tensors of provably one shape and dtype, free of effects, randomness and exceptions, with derivatives
that are finite on every input and the same differentiable sources, and no arm that is an alias somebody could tell
from a copy.

``torch.cond`` computes one arm. Always *unsafe*: inductor skips CUDA graphs for the whole graph, an eager call takes
1 to 2 ms, and it does not work inside ``torch.utils.checkpoint`` or ``torch.func.grad`` (measured on torch 2.13).
What its arms return is cloned unless it is new memory, because they must not return an input or a view. Where it cannot
take the arms, ``torch.where`` computes both, although one may raise.

Where equal shapes and dtypes are not proved, the rewrite is unsafe; where they are known to differ, a suggestion.

An arm of several steps computes what its later steps need in front of the choice, under names of its own where the
program reads the old ones elsewhere. Results of one structure are chosen element by element. A divisor, and what a
square root or logarithm is taken of, is 1 where its arm is not taken, so that the derivatives there are finite.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Fix, Operator
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop
from fullgraph.rules.rewrite.analysis.text import comments, inside
from fullgraph.rules.rewrite.branches.cond import not_for_functions
from fullgraph.rules.rewrite.branches.examine import examine
from fullgraph.rules.rewrite.branches.examined import computing_both
from fullgraph.rules.rewrite.branches.parse import Parsed, parse
from fullgraph.rules.rewrite.branches.verdict import verdict
from fullgraph.rules.rewrite.branches.write import written
from fullgraph.rules.rewrite.torch_name import rewritten


def where_or_cond(
    node: ast.If | ast.IfExp, source: SourceFile, oracle: Oracle, following: Sequence[ast.stmt] = ()
) -> Fix | Obstacle:
    """The rewrite of an ``if`` statement (an ``elif`` too) or a conditional expression whose test is a tensor.

    ``following`` are the statements behind ``node`` in its block; they matter where an arm returns.
    """
    return rewritten(lambda torch: _fix(parse(node, following, source, oracle, torch)), source, oracle)


def _fix(parsed: Parsed) -> Fix:
    branch = examine(parsed, where_or_cond)
    found = verdict(branch)
    if found.form != "where" and (found.is_suggestion or not_for_functions(branch) is not None):
        branch = computing_both(branch)
        found = verdict(branch)
    if isinstance(parsed.node, ast.IfExp) and _loses_comments(parsed):
        raise Stop("there is a comment inside the expression")
    operator: Operator = "where" if found.form == "where" else "cond"
    return Fix(found.summary, tuple(written(branch, found.form)), found.obligations, found.is_suggestion, operator)


def _loses_comments(parsed: Parsed) -> bool:
    """Whether there are comments that no kept expression holds."""
    kept = [*(choice.test for choice in parsed.choices), *parsed.exprs]
    kept = [expr for expr in kept if not quote.is_made(expr)]
    found = comments(parsed.source, parsed.source.start(parsed.node), parsed.source.end(parsed.node))
    return not all(inside(place, parsed.source, kept) for place, _ in found)
