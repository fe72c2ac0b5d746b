"""What arms of several steps compute in front of the choice, under which names."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.new_names import NewNames
from fullgraph.rules.rewrite.analysis.trees import names_in
from fullgraph.rules.rewrite.branches.condition import Condition
from fullgraph.rules.rewrite.branches.expressions import Expressions
from fullgraph.rules.rewrite.branches.parse import Parsed
from fullgraph.rules.rewrite.branches.tree import Choice, Leaf, Step, reads


@dataclass(frozen=True)
class Line:
    """``targets = value`` in front of the choice."""

    targets: tuple[str, ...]
    value: ast.expr


@dataclass
class Lines:
    """Gathers the lines of one branch, arm by arm."""

    parsed: Parsed
    exprs: Expressions
    wanted: Collection[str]
    """The targets whose values are results of the branch."""
    new_names: NewNames
    lines: list[Line] = field(default_factory=list)
    renamed: dict[ast.expr, Mapping[str, str]] = field(default_factory=dict)
    """By an arm's expression, the names under which lines keep what the arm has bound before."""
    called: dict[ast.expr, str] = field(default_factory=dict)
    """By a made expression that reads what a line computes, the name that it has there."""
    _shared: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By a step's identity, the names under which it is computed."""

    def add(self, leaf: Leaf) -> dict[str, ast.expr]:
        """What the leaf gives each target in the end; what it needs for that becomes lines."""
        finals: dict[str, ast.expr] = {}
        renames: list[dict[str, str]] = [{}]
        for index, step in enumerate(leaf.steps):
            self.renamed[step.value] = renames[step.seen]
            after_this = dict(renames[-1])
            if step.parts or id(step) in self._asked or _is_read_later(leaf, index):
                for place, (target, name) in enumerate(zip(step.targets, self._line(step), strict=True)):
                    after_this[target] = name
                    read = step.parts[place] if step.parts else quote.placed(ast.Name(name, ast.Load()), step.value)
                    if not step.parts:
                        self.exprs.name(read, step.value)
                    self.called[read] = name
                    finals[target] = read
            else:
                for target in step.targets:
                    after_this.pop(target, None)
                    finals[target] = step.value
            renames.append(after_this)
        if leaf.returned is not None:
            self.renamed[leaf.returned] = renames[-1]
        return finals

    def in_test(self, choice: Choice, found: Condition) -> Condition:
        """A nested test that reads what runs in front of it under the names that the lines give it."""
        names = {
            target: name
            for step in choice.before
            for target, name in zip(step.targets, self._shared.get(id(step), step.targets), strict=True)
        }
        new: dict[ast.AST, ast.AST] = {
            node: quote.name(names[node.id])
            for node in ast.walk(found.expr)
            if isinstance(node, ast.Name) and node.id in names
        }
        return replace(found, expr=quote.replaced(found.expr, new))

    @cached_property
    def _asked(self) -> frozenset[int]:
        """The steps, by identity, that nested tests may read: they are computed under names of their own."""
        before = [(step, choice.test) for choice in self.parsed.choices for step in choice.before]
        return frozenset(id(step) for step, test in before if set(step.targets) & names_in(test))

    def _line(self, step: Step) -> tuple[str, ...]:
        """The names under which a step is computed; several arms may begin with it."""
        if id(step) not in self._shared:
            new = tuple(self._own_name(target, step) for target in step.targets)
            self.lines.append(Line(new, step.value))
            self._shared[id(step)] = new
        return self._shared[id(step)]

    def _own_name(self, target: str, step: Step) -> str:
        """The name under which the value of a step is computed in front of the choice."""
        others = [leaf for leaf in self.parsed.leaves if all(step is not own for own in leaf.steps)]
        elsewhere = [expr for leaf in others for expr in leaf.exprs]
        elsewhere += [one.test for one in self.parsed.choices if all(step is not own for own in one.before)]
        taken = target in self.wanted or "." in target or any(target in reads(expr) for expr in elsewhere)
        if not taken and (not self.parsed.oracle.name_bound(target) or not self.parsed.is_live(target)):
            return target
        return self.new_names.fresh(f"new_{target.rpartition('.')[2]}")


def _is_read_later(leaf: Leaf, index: int) -> bool:
    """Whether a later expression of a leaf reads what a step has bound."""
    return any(
        target in reads(expr) and not any(target in one.targets for one in before[index + 1 :])
        for target in leaf.steps[index].targets
        for expr, before in leaf.evaluated[index + 1 :]
        if len(before) > index
    )
