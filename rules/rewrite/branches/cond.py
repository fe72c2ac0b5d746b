"""What stands in the way of torch.cond, which makes functions of the arms of a branch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import names_in
from fullgraph.rules.rewrite.branches.examined import Branch
from fullgraph.rules.rewrite.branches.tree import Leaf

_WORDS = frozenset(("super", "locals", "vars", "__class__"))


def not_for_functions(branch: Branch) -> Obstacle | None:
    """Why the arms cannot become functions, as torch.cond wants them."""
    if (runs := next((grade.runs for grade in branch.grades if grade.runs is not None), None)) is not None:
        return Obstacle(f"reading `{runs}` runs code, which torch.cond would run for both arms")
    parsed, slots, sequential = branch.parsed, branch.slots, branch.parsed.sequential
    if sequential and len(parsed.leaves) > 2:
        return Obstacle("its arms hold several steps; move them into functions of their own")
    written = any(slot.in_place for slot in slots)
    attributes = any(slot.is_attribute for slot in slots)
    if ((written or attributes) and sequential) or (written and len(slots) > 1):
        return Obstacle("its arms write to more than names, and may raise; compute what they write first")
    structures = any(not slot.is_whole for slot in slots)
    if structures and (sequential or len(slots) > 1 or not slots[0].is_tuple):
        return Obstacle("its arms give structures of tensors, and may raise; compute those tensors first")
    holes = [hole for _, hole in branch.holes]
    facts = [branch.exprs.facts(expr) for hole in holes for expr in hole.values()]
    kinds = {(fact.is_floating, fact.boolean) for fact in facts if fact is not None}
    if len(holes) > 1 and len(kinds) > 1 and any(floating is False for floating, _ in kinds):
        return Obstacle("its results are of several kinds, of which torch.cond can differentiate only some")
    set_anew = _set_anew(parsed.source)
    for leaf in parsed.leaves:
        for expr in leaf.exprs:
            if (obstacle := _unfit(expr, branch.judge, set_anew)) is not None:
                return obstacle
        for name in read_before_written(leaf):
            if sequential and (branch.oracle.named(name) is None or not branch.oracle.name_bound(name)):
                return Obstacle(f"`{name}` is not known to be a tensor")
    return None


def _unfit(expr: ast.expr, judge: Judge, set_anew: frozenset[str]) -> Obstacle | None:
    """What of an expression torch.cond cannot have in its functions; ``set_anew``: the attributes that change."""
    for part in ast.walk(expr):
        if isinstance(part, ast.Attribute) and judge.data.properties.get(part.attr) == "tensor":
            return Obstacle(f"torch.cond takes no view such as `{judge.text(part)}`; compute it before")
        if isinstance(part, ast.Attribute) and part.attr in set_anew:
            text = judge.text(part)
            return Obstacle(f"compiled, torch.cond loses what is assigned to `{text}`, which an arm reads")
    for word in sorted(names_in(expr) & _WORDS):
        return Obstacle(f"`{word}` means something else inside the functions that torch.cond calls")
    return None


def _set_anew(source: SourceFile) -> frozenset[str]:
    """The attributes that the file sets outside of constructors."""
    functions = (node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef))
    nodes = (node for one in functions if one.name != "__init__" for node in ast.walk(one))
    return frozenset(one.attr for one in nodes if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store))


def read_before_written(leaf: Leaf) -> list[str]:
    """The names that the leaf's function would read before it assigns them: they become its parameters."""
    written: set[str] = set()
    found: list[str] = []
    for step in leaf.steps:
        found += sorted((names_in(step.value) & set(leaf.targets)) - written)
        written |= set(step.targets)
    return found


def gives_sums(branch: Branch) -> bool:
    """Whether some of the arms sum up a tensor itself: its gradient is one number for all elements.

    That of a mean has memory of its own, and that of a sum that is the result too: `torch.cond` copies what is
    passed on. Arms that do the same to the same tensors are alike.
    """
    found = set()
    for leaf in branch.parsed.leaves:
        parts = [part for expr in leaf.exprs for part in ast.walk(expr)]
        read = [ast.unparse(part) for part in parts if isinstance(part, (ast.Name, ast.Attribute))]
        summed = [one for expr in leaf.exprs for one in _summed(expr, branch.judge)]
        names = [name for name, *_ in summed]
        found.add(frozenset(one for one in summed if read.count(one[0]) == names.count(one[0])))
    return len(found) > 1


def _summed(expr: ast.expr, judge: Judge) -> Iterator[tuple[str, str, bool]]:
    """The tensors that may need gradients of which an expression takes the sum or mean of all elements.

    With which of both it takes, and whether that is the result.
    """
    for part in ast.walk(expr):
        if not isinstance(part, ast.Call) or part.args or part.keywords or not isinstance(part.func, ast.Attribute):
            continue
        owner = part.func.value
        if part.func.attr not in ("sum", "mean") or not isinstance(owner, (ast.Name, ast.Attribute)):
            continue
        facts = judge.facts(owner)
        if facts is not None and facts.is_floating is not False and not facts.boolean:
            yield ast.unparse(owner), part.func.attr, part is expr
