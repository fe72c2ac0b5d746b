"""Facts about functions' parameters, from their uses and the arguments passed."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from fullgraph.lint.domain.values import Value
from fullgraph.lint.project.index import FunctionInfo, Module


class Uses:
    """The uses of a function's names."""

    def __init__(self) -> None:
        self.sure: dict[str, ast.Attribute] = {}
        """The member that says that a name is a tensor."""
        self.maybe: dict[str, ast.Attribute] = {}
        """The member that says so inside compiled code."""
        self.torch: dict[str, ast.Call] = {}
        """The call of torch's that takes the name for a tensor."""
        self.sliced: dict[str, ast.Subscript] = {}
        """The index of several dimensions that says so, ``x[:, 0]``, or the mask that is made of it: ``y[x == 0]``."""
        self.indexed: set[str] = set()
        """Names indexed by something that is no string: they are no numbers and no flags."""
        self.other: set[str] = set()
        """Names whose use says that they are something else: called, tested as a flag, indexed by a string."""
        self.holding: set[str] = set()
        """Names indexed by a string, or read for an attribute or a dictionary's method that tensors do not have."""
        self.called: set[str] = set()
        """Names of which a method is called that neither tensors nor dictionaries have, or that are called."""
        self.operands: set[str] = set()
        """Names that something is computed with, or read of."""
        self.foreign: set[str] = set()
        """Names of which a method is called as no tensor's method of that name is."""
        self.asked: set[str] = set()
        """Names of which the function asks whether they are a tensor, or of another class: they may be either."""


@dataclass
class ParameterFacts:
    """The facts about parameters so far."""

    uses: dict[FunctionInfo, Uses] = field(default_factory=dict)
    names_in_common: dict[Module, frozenset[str]] = field(default_factory=dict)
    """The names that tensors' methods have in common with those of a module's classes."""
    annotated: dict[tuple[ast.expr, ast.AST | None], Value] = field(default_factory=dict)
    """The values that annotations declare, of parameters and elsewhere."""
    entry_points: set[FunctionInfo] = field(default_factory=set)
    """Functions that are compiled themselves: what callers pass to them is likely tensors."""
    received: dict[ast.arg, bool] = field(default_factory=dict)
    """Of the parameters of what was called: whether Python values were passed and no tensor."""
    guessed: dict[ast.arg, FunctionInfo] = field(default_factory=dict)
    """Parameters taken for tensors only because their function, a ``forward`` or a root, requires them."""
    sparse: set[ast.arg] = field(default_factory=set)
    """Parameters that are used as sparse tensors."""
    known_sparse: frozenset[ast.arg] = frozenset()
    """Those of them, and of their callers, that this interpretation takes for sparse tensors."""
    passed_on: dict[ast.arg, set[ast.arg]] = field(default_factory=dict)
    """The parameters of callers that are passed for a parameter as they are."""

    def spread_sparse(self) -> bool:
        """Take for sparse what was used so, or passed for what was; return whether that is more than before."""
        todo = list(self.sparse)
        while todo:
            callers = self.passed_on.get(todo.pop(), set()) - self.sparse
            self.sparse |= callers
            todo += callers
        more = len(self.sparse) > len(self.known_sparse)
        self.known_sparse = frozenset(self.sparse)
        return more
