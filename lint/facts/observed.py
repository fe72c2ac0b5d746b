"""The facts of a run of ``check``: what recorded runs say of the functions that it reads, where their text is the same.

Nothing of a project is taken from elsewhere: a function is known by its file, its qualified name and the digest of its
text, and a fact about a text that has changed is not used.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from pathlib import Path

from fullgraph.lint.diagnostics.measured import Measured
from fullgraph.lint.facts import identity
from fullgraph.lint.facts.functions import Definition, branches_of, digest_of, functions_of, line_at
from fullgraph.lint.facts.schema import Arm, FunctionFact, Recorded
from fullgraph.lint.torch_data import compiling


class Observed:
    """Looks facts up, and notes which were."""

    def __init__(self, recorded: Recorded | None = None) -> None:
        self.met: set[str] = set()
        """The functions of which facts were found, as ``file:name``."""
        self.resting: dict[ast.AST, dict[str, str]] = {}
        """By function, the parameters that are taken to be what was observed, each with that in words."""
        self.passed_on: set[ast.AST] = set()
        """Those of these functions that are called by others, which may rest on the same."""
        self._by_file: dict[str, dict[str, dict[str, FunctionFact]]] = {}
        for (file, name, digest), fact in (recorded.functions if recorded is not None else {}).items():
            self._by_file.setdefault(file, {}).setdefault(name, {})[digest] = fact

    def __bool__(self) -> bool:
        return bool(self._by_file)

    def of(self, path: Path, name: str, node: ast.AST) -> FunctionFact | None:
        """What recorded calls of a function of a file were like, as its text is now."""
        if not self._by_file or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        named = self._named(path).get(name.replace("<locals>.", ""))
        found = named.get(digest_of(node)) if named is not None else None
        if found is None or not found.calls:  # there is but what was measured of it
            return None
        self.met.add(f"{found.file}:{found.name}")
        return found

    def cost_at(self, path: Path, tree: ast.Module, row: int) -> Measured | None:
        """What the graph breaks of the statement at a row of a file cost, in the target where they are dearest."""
        named = self._named(path)
        line = line_at(tree, row) if any(one.costs for facts in named.values() for one in facts.values()) else None
        if line is None:
            return None
        fact = named.get(line.function.name, {}).get(digest_of(line.function.node))
        cost = fact.costs.get(line.statement) if fact is not None else None
        return cost.measured[0] if cost is not None else None

    def state_of(self, path: Path, tree: ast.Module) -> tuple[set[str], set[str]]:
        """The functions of a file of which facts are used, and those whose text has changed, or that are gone.

        Each as ``file:name``.
        """
        named = self._named(path)
        if not named:
            return set(), set()
        texts: dict[str, set[str]] = {}
        for one in functions_of(tree):
            if one.name in named:
                texts.setdefault(one.name, set()).add(digest_of(one.node))
        known = {name: bool(facts.keys() & texts.get(name, set())) for name, facts in named.items()}
        file = identity.of_file(_resolved(path))
        current, changed = (
            {f"{file}:{name}" for name, is_current in known.items() if is_current is wanted} for wanted in (True, False)
        )
        return current, changed

    def _named(self, path: Path) -> Mapping[str, Mapping[str, FunctionFact]]:
        return self._by_file.get(identity.of_file(_resolved(path)), {}) if self._by_file else {}

    def again(self) -> Observed:
        """The same facts, for another run."""
        twin = Observed()
        twin._by_file = self._by_file
        return twin


@functools.lru_cache(maxsize=4096)
def _resolved(path: Path) -> Path:
    return path.resolve()


def runs(number: int) -> str:
    """So many runs, in words."""
    return "1 run" if number == 1 else f"{number} runs"


def never_ran(fact: FunctionFact, function: Definition, node: ast.AST) -> bool:
    """Whether a node lies where no recorded call of the function got to, as far as its branches tell."""
    numbers: dict[ast.AST, int] = {branch: number for number, branch in enumerate(branches_of(function))}
    row = getattr(node, "lineno", None)
    if row is None or not fact.calls:
        return False

    def unused(branch: ast.AST, arm: Arm) -> bool:
        number = numbers.get(branch) if not _asks_for_compiler(branch) else None
        found = fact.branches.get(number) if number is not None else None
        return found is not None and found.count(arm) == 0 and (found.taken or found.not_taken) > 0

    block = function.body
    while True:
        here = None
        for statement in block:
            if statement.lineno <= row <= (statement.end_lineno or statement.lineno):
                here = statement
                break
            if isinstance(statement, ast.If):
                arms: tuple[tuple[list[ast.stmt], Arm], ...]
                arms = ((statement.body, "not_taken"), (statement.orelse, "taken"))
                for body, others in arms:
                    if body and isinstance(body[-1], _ENDS) and unused(statement, others):
                        return True
        if here is None or isinstance(here, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return False
        inner = _block_at(here, row)
        if inner is None:
            return False
        block, arm = inner
        if arm is not None and unused(here, arm):
            return True


def times_run(fact: FunctionFact, function: Definition, node: ast.AST) -> int:
    """How often the recorded calls of the function ran a node, as far as its branches tell."""
    numbers: dict[ast.AST, int] = {branch: number for number, branch in enumerate(branches_of(function))}
    row = getattr(node, "lineno", None)
    times, block = fact.calls, function.body
    while row is not None:
        here = next((one for one in block if one.lineno <= row <= (one.end_lineno or one.lineno)), None)
        for statement in block:
            known = fact.branches.get(numbers.get(statement, -1))
            if statement is here:
                break
            if isinstance(statement, ast.If) and known is not None and _ends(statement):
                times = min(times, known.not_taken)
        inner = None
        if here is not None and not isinstance(here, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            inner = _block_at(here, row)
        if here is None or inner is None:
            return times
        block, arm = inner
        known = fact.branches.get(numbers.get(here, -1))
        if arm is not None and known is not None and not _asks_for_compiler(here):
            times = known.count(arm)
    return times


def _asks_for_compiler(branch: ast.AST) -> bool:
    """Whether a branch goes another way where it is compiled than the eager runs that were recorded."""
    return isinstance(branch, (ast.If, ast.While)) and compiling.depends(branch.test)


def _ends(branch: ast.If) -> bool:
    """Whether what follows a branch runs only where it was not taken."""
    return isinstance(branch.body[-1], _ENDS) and not _asks_for_compiler(branch)


_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def _block_at(statement: ast.stmt, row: int) -> tuple[list[ast.stmt], Arm | None] | None:
    """The block of a statement that a row is in, and which arm of a branch it is."""
    is_branch = isinstance(statement, (ast.If, ast.While, ast.For, ast.AsyncFor))
    blocks: list[tuple[list[ast.stmt], Arm | None]] = []
    for name in ("body", "orelse", "finalbody"):
        arm: Arm | None = None
        if is_branch and name != "finalbody":
            arm = "taken" if name == "body" else "not_taken"
        blocks.append((getattr(statement, name, None) or [], arm))
    blocks += [(one.body, None) for one in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ()))]
    for block, arm in blocks:
        if block and block[0].lineno <= row <= (block[-1].end_lineno or block[-1].lineno):
            return block, arm
    return None
