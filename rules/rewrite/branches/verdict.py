"""How an examined branch is rewritten, and what that asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.rules.rewrite.analysis.grade import Level
from fullgraph.rules.rewrite.branches.cond import gives_sums
from fullgraph.rules.rewrite.branches.differences import differences, effects
from fullgraph.rules.rewrite.branches.examined import Branch
from fullgraph.rules.rewrite.branches.obligations import ZERO
from fullgraph.rules.rewrite.branches.shapes import unproved

WHERE = "Replace the branch by torch.where, which computes both arms inside the graph"
COND = "Replace the branch by torch.cond, which computes one arm inside the graph"
SELECTED = (
    Kind.SHAPE.proved("both arms have one shape"),
    Kind.DTYPE.proved("both arms have one dtype"),
    Kind.EXCEPTION.proved("the additional computation raises nothing"),
    Kind.EFFECT.proved("the additional computation has no effects"),
    Kind.DRAW.proved("the additional computation draws no random numbers"),
    Kind.SOURCES.proved("both arms depend on the same tensors that may need gradients"),
    Kind.DERIVATIVE.proved("the derivatives of the additional computation are finite"),
    Kind.ALIAS.proved("nothing can tell the result from the tensor that an arm names"),
    Kind.LAYOUT.proved("both arms have the same strides, or nothing looks at them"),
)
"""What torch.where asks for, each unless something of its kind is open."""
CALLED = (
    Kind.COMPILING.open("inductor then skips CUDA graphs, and an uncompiled call takes 1 to 2 ms more"),
    Kind.EXCEPTION.open(
        "both arms are traced in every call, so that one that raises for the shapes it is given always raises, with "
        "another exception"
    ),
    *ZERO,
    Kind.ALIAS.open("a tensor that an arm only names is copied"),
)
"""What differs wherever torch.cond stands for a branch."""
ONE_GRADIENT = Kind.COMPILING.open(
    "where two of its results get one gradient, as those of a sum do, its backward pass is not compiled"
)
SUMMED = (
    "a suggestion: the gradient of a sum or mean has strides of 0, and torch.cond takes only arms whose gradients have "
    "the same strides"
)
DIFFERENT = "a suggestion: both arms do not have the same shape and dtype"

Form = Literal["where", "cond", "def"]
"""``torch.where``, ``torch.cond`` of lambdas, or ``torch.cond`` of functions."""


@dataclass(frozen=True)
class Verdict:
    form: Form
    summary: str
    obligations: tuple[Obligation, ...] = ()
    is_suggestion: bool = False


def verdict(branch: Branch) -> Verdict:
    """By torch.where where that needs neither exceptions nor time, else by torch.cond."""
    if branch.level < Level.FRAGILE or branch.random or branch.numbers.found or branch.selected:
        return _where(branch)
    return _cond(branch, "def" if branch.parsed.sequential else "cond")


def _where(branch: Branch) -> Verdict:
    open_ = unproved(branch)
    if open_ is None:
        return Verdict("where", f"{WHERE} ({DIFFERENT})", is_suggestion=True)
    opened = dict.fromkeys([*open_, *differences(branch), *branch.notes, *effects(branch)])
    kinds = {one.kind for one in opened}
    return Verdict("where", WHERE, (*opened, *(one for one in SELECTED if one.kind not in kinds)))


def _cond(branch: Branch, form: Form) -> Verdict:
    open_ = unproved(branch)
    if open_ is None:
        return Verdict(form, f"{COND} ({DIFFERENT})", is_suggestion=True)
    if gives_sums(branch):
        return Verdict(form, f"{COND} ({SUMMED})", is_suggestion=True)
    shared = [ONE_GRADIENT] if len(list(branch.holes)) > 1 else []
    asked = [note for found in branch.conditions.values() for note in found.eager.notes]
    opened = dict.fromkeys([*CALLED, *shared, *open_, *branch.notes, *effects(branch), *asked])
    return Verdict(form, COND, tuple(opened))
