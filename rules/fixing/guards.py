"""Guards around what is not traced: the way from the event to its rewrite."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.values import ExternalInstance
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.torch_data.compiling import ANSWERS_YES
from fullgraph.rules.common import fix_factory
from fullgraph.rules.facts import Facts
from fullgraph.rules.rewrite import Obstacle, guard
from fullgraph.rules.rewrite.answer import answer as _answer
from fullgraph.rules.rewrite.guard import PRINTED, calls, guarded_test, is_flag, join_guard


@fix_factory
def guard_fix(event: Call, skipped: str = PRINTED, instead: str = "") -> Callable[[], Fix]:
    """``if not torch.compiler.is_compiling():`` around a statement; around messages that follow each other, one.

    ``skipped`` is a clause that says what is lost, ``instead`` a sentence about what else can be done.
    """
    facts = Facts(event, event.statement)
    branch = facts.parents.get(event.statement)
    around = Facts(event, branch) if isinstance(branch, ast.If) and facts.block is branch.body else None
    known: dict[ast.stmt, Fix] = event.interp.rule_state.setdefault("guards", {})

    def make() -> Fix:
        if event.statement not in known:
            known.update(_guards(facts, around, skipped))
        fix = known[event.statement]
        if not instead or not fix.edits:
            return fix
        return replace(fix, obligations=tuple(replace(one, text=f"{one.text} ({instead})") for one in fix.obligations))

    return make


def _guards(facts: Facts, around: Facts | None, skipped: str) -> dict[ast.stmt, Fix]:
    """The guard for the statement and for the neighbours that it is put around too."""
    statement, block, source = facts.statement, facts.block, facts.frame.source
    if around is not None and isinstance(around.statement, ast.If) and _only_says(facts, around.statement):
        asked = guarded_test(around.statement, source, around, skipped)
        if not isinstance(asked, Obstacle):
            return dict.fromkeys(block, asked)
    if not _message(facts, statement):
        return {statement: _answer(guard([statement], source, facts, skipped))}
    first = last = block.index(statement)
    while first > 0 and _message(facts, block[first - 1]):
        first -= 1
    while last + 1 < len(block) and _message(facts, block[last + 1]):
        last += 1
    earlier = block[first - 1] if first else None
    if isinstance(earlier, ast.If) and _is_guard(facts, earlier.test):
        joined = join_guard(earlier, block[first : last + 1], source, facts, skipped)
        if not isinstance(joined, Obstacle):
            return dict.fromkeys(block[first : last + 1], joined)
    together = guard(block[first : last + 1], source, facts, skipped)
    if isinstance(together, Obstacle) and last > first:
        return {statement: _answer(guard([statement], source, facts, skipped))}
    return dict.fromkeys(block[first : last + 1], _answer(together))


def _only_says(facts: Facts, branch: ast.If) -> bool:
    """Whether a branch has only messages, and flags that nothing else asks, which keep them from being repeated."""
    flags = [statement for statement in branch.body if is_flag(statement, branch)]
    names = {ast.unparse(one.targets[0]).rpartition(".")[2] for one in flags if isinstance(one, ast.Assign)}
    inner = set(syntax.walk(branch))
    asked = any(
        isinstance(node, ast.Attribute) and node.attr in names and isinstance(node.ctx, ast.Load) and node not in inner
        for node in syntax.walk(facts.frame.module.tree)
    )
    return not asked and all(one in flags or _message(facts, one) or one is facts.statement for one in branch.body)


def _is_guard(facts: Facts, test: ast.expr) -> bool:
    """Whether a test asks whether code is not being compiled, and nothing else."""
    if not isinstance(test, ast.UnaryOp) or not isinstance(test.op, ast.Not) or not isinstance(test.operand, ast.Call):
        return False
    return facts.qualname(test.operand.func) in ANSWERS_YES


_MESSAGES = frozenset(("print", "sys.stdout.write", "sys.stderr.write", "warnings.warn", "warnings.warn_explicit"))


def _message(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement only prints, logs or warns."""
    if not isinstance(statement, ast.Expr):
        return False
    found = [part for part in calls(statement.value) or () if isinstance(part, ast.Call)]
    return bool(found) and all(_sends(facts, call.func) for call in found)


def _sends(facts: Facts, func: ast.expr) -> bool:
    """Whether a function prints, logs or warns."""
    if facts.qualname(func) in _MESSAGES:
        return True
    if isinstance(func, ast.Attribute):
        owner = facts.event.interp.name(facts.frame, dotted_name(func.value)) if dotted_name(func.value) else None
        return isinstance(owner, ExternalInstance) and owner.cls.startswith("logging.Logger")
    return False
