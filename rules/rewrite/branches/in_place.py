"""What arms write: updates in place, which become new values where nobody else holds the memory, and attributes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fullgraph.lint.diagnostics.obligation import Kind, Obligation, Question
from fullgraph.rules.rewrite.analysis.oracle import Stop
from fullgraph.rules.rewrite.branches.expressions import Expressions
from fullgraph.rules.rewrite.branches.obligations import HISTORY, KEEPS, REFUSED
from fullgraph.rules.rewrite.branches.parse import Parsed
from fullgraph.rules.rewrite.branches.shapes import keeps_kind
from fullgraph.rules.rewrite.branches.tree import Leaf, Step, targets_of

STORED = Kind.EXCEPTION.open(
    "`{}` is written in both cases, which is an error for a leaf that requires gradients, for elements that share "
    "memory, and where the backward pass needs what it held"
)
CAST = Kind.EXCEPTION.open("`{}` takes a value of another dtype, or of fewer dimensions, without an error")
SETTER = Kind.EFFECT.open("`{}` may be a property, whose code runs otherwise")
MET = Kind.ALIAS.open("`{}` is read before `{}` is written, which is seen where the two share memory").asking(
    Question.APART
)


@dataclass(frozen=True)
class Writes:
    """The targets whose memory is written, because somebody else may hold it."""

    stored: frozenset[str]
    notes: tuple[Obligation, ...]


def writes(parsed: Parsed, exprs: Expressions) -> Writes:
    """How updates in place are written, and whether attributes that are assigned are plain. Raises ``Stop``."""
    found, oracle = parsed.leaves, parsed.oracle
    switch = oracle.gradient_switch()
    stored: set[str] = set()
    notes: list[Obligation] = []
    for target in dict.fromkeys(target for leaf in found for target in leaf.targets):
        steps = [step for leaf in found for step in leaf.steps if target in step.targets]
        updates = [step for step in steps if step.in_place]
        if not updates:
            continue
        before = exprs.facts(parsed.kept[target])
        if before is None and oracle.number(parsed.kept[target]) is not None:
            continue
        # An arm that has bound the name itself updates what it has made.
        first = [next((step for step in leaf.steps if target in step.targets), None) for leaf in found]
        outer = any(step is not None and step.in_place for step in first)
        if outer and ("." in target or oracle.shared(target)):
            if len(updates) < len(steps):
                raise Stop(f"an arm updates `{target}` in place, and an arm binds it to something else")
            stored.add(target)
            notes.append(STORED.about(target))
            notes += (MET.about(name, target) for leaf in found for name in _read_after(target, leaf, parsed))
        elif oracle.needed_backward(target):
            notes.append(REFUSED.about(target))
        if outer and switch is not None and target not in stored:
            notes.append(HISTORY.about(switch, target))
        if any(not keeps_kind(step.value, target, before, exprs) for step in updates):
            notes.append((CAST if target in stored else KEEPS).about(target))
    attributes = [target for target in dict.fromkeys(t for leaf in found for t in leaf.targets) if "." in target]
    for target in attributes:
        others = [one for one in attributes if one.rpartition(".")[2] == target.rpartition(".")[2]]
        if len(others) > 1:
            raise Stop(f"`{others[0]}` and `{others[1]}` may be one attribute of one object")
        read = parsed.kept[target]
        if isinstance(read, ast.Attribute) and oracle.runs_code(read) is not False:
            notes.append(SETTER.about(target))
    return Writes(frozenset(stored), tuple(notes))


def _read_after(target: str, leaf: Leaf, parsed: Parsed) -> Iterator[str]:
    """Tensors that an arm reads once it has written to memory that they may share."""
    writing = [step.in_place and target in step.targets for step in leaf.steps]
    if True not in writing:
        return
    for expr, before in leaf.evaluated[writing.index(True) + 1 :]:
        bound = targets_of(step for step in before if not step.in_place)
        for part in ast.walk(expr):
            shares = isinstance(part, (ast.Name, ast.Attribute)) and parsed.oracle.tensor(part) is not None
            if shares and (text := ast.unparse(part)) not in {target, *bound}:
                yield text


def check_alias(step: Step, shares: Mapping[str, frozenset[str]]) -> None:
    """Raise ``Stop`` where a name of the arm's own may share memory with what a step writes.

    ``shares``: by name, with which others it does.
    """
    target = step.targets[0]
    if held := sorted(shares.get(target, ())):
        raise Stop(f"an arm updates `{target}` in place, which may be {' or '.join(f'`{one}`' for one in held)}")
    for name, others in shares.items():
        if name != target and target in others:
            raise Stop(f"an arm updates `{target}` in place, with which `{name}` may share memory")
