"""Put a slice that only feeds messages behind ``if not torch.compiler.is_compiling():``.

Where it has to stand in several places, and what one of them binds is read in another, the question is asked once and
its answer kept in a variable: a function of which the graph ends halfway goes on in another frame, and that may run
uncompiled.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix, Pending
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import insert_before, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.chains import everything_inside, headers, inside
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import LOOPS, block_around, bound_in, outward, place
from fullgraph.rules.rewrite.messages.guard import SKIP, SKIPPED, guarded, is_elif, question
from fullgraph.rules.rewrite.messages.slices import Slices
from fullgraph.rules.rewrite.messages.vocabulary import CLOCKS
from fullgraph.rules.rewrite.torch_name import torch_name

SKIP_SLICE = "Skip it while compiling, with code that only serves it"
RAISED = Kind.EXCEPTION.open("skipped code raises no error, such as `{}`")
UNSEEN = "values that only a guarded message shows are not computed"
CLOCK = "the clock is not read"
VARIABLE = "eager"
WIDEST = 119
"""No row becomes longer than this where a test asks whether code is being compiled, too."""
QUESTION = "not torch.compiler.is_compiling()"

Runs = Sequence[tuple[list[ast.stmt], list[ast.stmt]]]
"""Statements that follow each other, each with its block."""


@dataclass
class Skip:
    """The rewrite of the slice around one statement."""

    slices: Slices
    breaking: frozenset[ast.stmt]
    """The statements that end the graph."""
    source: SourceFile
    oracle: Oracle
    """What holds where the fix is asked for."""
    chosen: set[ast.stmt] = field(default_factory=set)

    def around(self, statement: ast.stmt) -> Fix | Obstacle:
        """The fix that skips a statement, with all that has to be skipped with it."""
        slices = self.slices
        if statement not in slices.dead or statement in slices.skipped:
            return Obstacle(slices.reason(statement) or "when it runs is unknown")
        self._choose([statement])
        if not any(one in slices.lost for one in self.chosen) and not self._feeds_guard():
            return Obstacle("no message is made of it")
        if (obstacle := self._caught()) is not None:
            if statement not in slices.lost or slices.users(statement) or self.chosen == {statement}:
                return obstacle
            self.chosen = {statement}  # the message alone
        return self._write()

    def _feeds_guard(self) -> bool:
        return any(self.slices.users(one) & self.slices.skipped for one in self.chosen)

    # --- what is skipped together ---

    def _choose(self, todo: list[ast.stmt]) -> None:
        """Take statements, with what reads them, what ends the graph for them, and what can stand in one guard."""
        while todo:
            while todo:
                one = todo.pop()
                if one not in self.chosen and one not in self.slices.skipped:
                    self.chosen.add(one)
                    todo += [user for user in self.slices.users(one) if user in self.slices.dead]
                    todo += inside(one)
                    todo += self._needed_by(one)
            todo = [one for one in (*self._around(), *self._neighbours()) if one not in self.chosen]

    def _needed_by(self, statement: ast.stmt) -> list[ast.stmt]:
        """The dead statements in the slice of a statement that end the graph, or need one that does."""
        found, todo, seen = [], [statement], {statement}
        while todo:
            for one in self.slices.feeders(todo.pop()) - seen:
                seen.add(one)
                if one in self.slices.dead and one not in self.slices.skipped:
                    todo.append(one)
                    found += [one] if one in self.breaking else []
        return found

    def _around(self) -> Iterable[ast.stmt]:
        """Branches of which all is skipped, and what catches the errors of what is skipped, if that can be as well."""
        for one in list(self.chosen):
            around = self.slices.parents.get(one)
            if around not in self.slices.dead or around in self.slices.skipped:
                continue
            if isinstance(around, ast.If) and not around.orelse and self._is_short(around):
                parts = set(everything_inside(around))
                if all(self.slices.users(part) <= parts for part in parts - self.chosen):
                    yield around
            elif isinstance(around, ast.Try) and one not in self.slices.lost and self._raises(one):
                yield around

    def _is_short(self, branch: ast.If) -> bool:
        start, end = self.source.start(branch.test), self.source.end(branch.test)
        row = self.source.lines[start.row - 1].rstrip("\r\n")
        return len(row) + len(f"{QUESTION} and ()") <= WIDEST and start.row == end.row

    def _neighbours(self) -> Iterable[ast.stmt]:
        """What stands next to what is skipped and can be skipped with it: messages, and what only they use."""
        for block, run in self._runs():
            first, last = block.index(run[0]), block.index(run[-1])
            start, end = first, last + 1
            while start and self._can_join(block[start - 1]):
                start -= 1
            while end < len(block) and self._can_join(block[end]):
                end += 1
            while True:
                own = {part for one in block[start:end] for part in everything_inside(one)}
                apart = [spot for spot in range(start, end) if not self._belongs(block[spot], own)]
                if (before_it := max((spot for spot in apart if spot < first), default=start - 1)) >= start:
                    start = before_it + 1
                elif (behind := min((spot for spot in apart if spot > last), default=end)) < end:
                    end = behind
                else:
                    break
            yield from block[start:end]

    def _can_join(self, statement: ast.stmt) -> bool:
        slices = self.slices
        if statement not in slices.dead or statement in slices.skipped or isinstance(statement, ast.Import):
            return False
        return not slices.lives_on(statement) or statement in self.breaking

    def _belongs(self, statement: ast.stmt, own: set[ast.stmt]) -> bool:
        """Whether a statement is skipped anyway, or makes messages, or is used by nothing but these statements."""
        if statement in self.chosen:
            return True
        inner = set(everything_inside(statement))
        users = {user for part in inner for user in self.slices.users(part)} - inner
        if statement in self.breaking and users:
            return True  # skipped with other messages
        says = any(part in self.slices.lost for part in inner)
        return users <= own and (bool(users) or says)

    def _runs(self) -> Runs:
        """What is skipped, as runs of statements that follow each other, each with its block."""
        found: list[tuple[list[ast.stmt], list[ast.stmt]]] = []
        tops = [one for one in self.chosen if not self._is_inside(one)]
        for one in sorted(tops, key=place):
            block = self._block(one)
            if found and found[-1][0] is block and block.index(found[-1][1][-1]) == block.index(one) - 1:
                found[-1][1].append(one)
            else:
                found.append((block, [one]))
        return found

    def _is_inside(self, statement: ast.stmt) -> bool:
        return any(one in self.chosen for one in self._outward(self.slices.parents.get(statement)))

    def _outward(self, node: ast.AST | None) -> Iterator[ast.AST]:
        """A node and what it stands in, within the function."""
        return outward(node, self.slices.parents.get, self.slices.function)

    def _block(self, statement: ast.stmt) -> list[ast.stmt]:
        return block_around(self.slices.parents[statement], statement)

    # --- what stands in the way ---

    def _caught(self) -> Obstacle | None:
        """A ``try`` that goes on otherwise where what is skipped raises."""
        for one in self.chosen - self.slices.lost.keys():
            inner: ast.AST = one
            around = self.slices.parents.get(one)
            while (
                isinstance(around, (ast.stmt, ast.ExceptHandler, ast.match_case)) and around is not self.slices.function
            ):
                caught = isinstance(around, ast.Try) and inner in around.body and bool(around.handlers)
                if caught and around not in self.chosen and self._raises(one):
                    text = self.source.segment(one).splitlines()[0]
                    return Obstacle(f"the `try` around `{text}` catches what it may raise")
                inner, around = around, self.slices.parents.get(around)
        return None

    def _raises(self, statement: ast.stmt) -> bool:
        return any(map(self.slices.judge.may_raise, self.slices.parts(statement)))

    # --- what is written ---

    def _write(self) -> Fix | Obstacle:
        if isinstance(name := torch_name(self.source, self.oracle), Obstacle):
            return name
        torch, imports = name
        runs, asks = self._runs(), question(torch)
        edits: list[Pending] = list(imports)
        variable: str | None = None
        anchor: ast.stmt | None = None
        if self._crosses(runs):
            if isinstance(guards := self._crossed_guards(), Obstacle):
                return guards
            anchor = self._anchor([*(run[0] for _, run in runs), *guards])
            variable = self._variable(anchor)
            anchor = anchor if variable is None else None
            variable = variable or self.oracle.fresh_name(VARIABLE)
            bind = [quote.assign(variable, asks)] if anchor is not None else []
            asks = quote.name(variable)
            edits += [replace_expression(self.source, _question_of(guard), asks) for guard in guards]
            if anchor is not None and all(run[0] is not anchor for _, run in runs):
                edits.append(insert_before(self.source, anchor, bind))
        written: list[tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]]] = []
        for block, run in runs:
            if (test := self._joined_test(run, asks)) is not None and run[0] is not anchor:
                edits.append(replace_expression(self.source, run[0].test, test))  # type: ignore[attr-defined]
                continue
            old, new = self._guarded(block, run, variable, asks, bind if run[0] is anchor else [])
            if (
                written
                and written[-1][0] is block
                and (between := _on_row(block, written[-1][1][-1], old[0])) is not None
            ):
                _, before, made = written.pop()
                old, new = [*before, *between, *old], [*made, *between, *new]
            written.append((block, old, new))
        edits += [replace_statements(self.source, old, new) for _, old, new in written]
        alone = all(one in self.slices.lost or isinstance(one, (ast.If, ast.Pass)) for one in self.chosen)
        return Fix(SKIP if alone else SKIP_SLICE, tuple(edits), self._obligations(), skips_messages=True)

    def _obligations(self) -> tuple[Obligation, ...]:
        chosen = sorted(self.chosen, key=place)
        clauses = [clause for one in chosen for clause in self.slices.lost.get(one, ())]
        exprs = [expr for one in chosen for expr in headers(one)]
        calls = [node for expr in exprs for node in ast.walk(expr) if isinstance(node, ast.Call)]
        if any(self.slices.oracle.qualname(call.func) in CLOCKS for call in calls):
            clauses.append(CLOCK)
        found = [SKIPPED.about(" and ".join(dict.fromkeys(clauses)) or UNSEEN)]
        for one in chosen:
            parts = self.slices.parts(one)
            raising = [part for part in parts if self.slices.judge.may_raise(part)]
            if raising:
                return (*found, RAISED.about(self.slices.judge.text(raising[0])))
        return tuple(found)

    def _crosses(self, runs: Runs) -> bool:
        """Whether one run binds what another reads, or the same one in the next round of a loop."""
        turn: dict[ast.stmt, int] = {}
        for index, (block, run) in enumerate(runs):
            later = self._guard_beside(block, run[-1], 1, None)
            for one in [*run, *([later] if later is not None else [])]:
                turn.update(dict.fromkeys(everything_inside(one), index))
        for one in self.chosen:
            for user in self.slices.users(one) - {one}:
                if turn.get(user) != turn[one]:
                    return True
                if place(user) < place(one) and not self._in_one(one, user, runs):
                    return True
        return False

    def _in_one(self, one: ast.stmt, user: ast.stmt, runs: Runs) -> bool:
        """Whether two statements stand in one loop that is skipped as a whole."""
        return any({one, user} <= set(everything_inside(top)) for _, run in runs for top in run)

    def _crossed_guards(self) -> list[ast.If] | Obstacle:
        """The guards that are there and read what is skipped now: they ask the variable, too."""
        found: dict[ast.If, None] = {}
        for one in self.chosen:
            for user in self.slices.users(one) & self.slices.skipped:
                if self._is_inside(user):
                    continue  # of what is skipped as a whole
                guard: ast.If | None = None
                for at in self._outward(user):
                    if isinstance(at, ast.If) and self.slices.asks_first(at) is not None:
                        guard = at
                if guard is None or self.slices.asks_first(guard) is not False:
                    return Obstacle(f"line {user.lineno} tests in its own way whether code is being compiled")
                if not isinstance(_question_of(guard), ast.Name):
                    found[guard] = None
        return list(found)

    def _anchor(self, statements: Sequence[ast.stmt]) -> ast.stmt:
        """The statement in front of which the question is asked: in front of all of these, and in no loop."""
        paths = [self._path(one) for one in statements]
        common = [one for one in paths[0] if all(one in path for path in paths[1:])]
        loops = [index for index, one in enumerate(common) if isinstance(one, LOOPS)]
        depth = loops[0] if loops else len(common)
        while True:
            candidates = [path[depth] if depth < len(path) else path[-1] for path in paths]
            blocks = [self._block(one) for one in candidates]
            if all(block is blocks[0] for block in blocks) and not any(
                isinstance(one, ast.If) and is_elif(one, self.source) for one in candidates
            ):
                return min(candidates, key=place)
            depth -= 1

    def _path(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements around a statement, outermost first, and itself."""
        return [one for one in self._outward(statement) if isinstance(one, ast.stmt)][::-1]

    def _variable(self, anchor: ast.stmt) -> str | None:
        """The variable that has the answer already, in front of a statement."""
        body = getattr(self.slices.function, "body", [])
        for one in body:
            if one is anchor or one.lineno >= anchor.lineno:
                return None
            target = one.targets[0] if isinstance(one, ast.Assign) and len(one.targets) == 1 else None
            if not isinstance(one, ast.Assign) or not isinstance(target, ast.Name):
                continue
            alone = [other for other in self.slices.units if target.id in _binds(other)] == [one]
            if alone and self.slices.answer(one.value) is False:
                return target.id
        return None

    def _joined_test(self, run: list[ast.stmt], asks: ast.expr) -> ast.expr | None:
        """The test of a lone branch that asks first whether code is being compiled; None: it is put behind a guard."""
        first = run[0]
        if len(run) > 1 or not isinstance(first, ast.If) or first.orelse or not self._is_short(first):
            return None
        return _conjunction(asks, first.test)

    def _guarded(
        self, block: list[ast.stmt], run: list[ast.stmt], variable: str | None, asks: ast.expr, bind: list[ast.stmt]
    ) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """What is replaced, and by what: a guard, or one that stands next to it and takes the statements in."""
        first = run[0]
        if bind:
            test = self._joined_test(run, asks)
            guard = guarded(run, asks) if test is None else quote.replaced(first, {first.test: test})  # type: ignore[attr-defined]
            return run, [*bind, guard]
        earlier, later = (self._guard_beside(block, one, step, variable) for one, step in ((first, -1), (run[-1], 1)))
        if (joined := earlier or later) is None:
            return run, [guarded(run, asks)]
        parts = [one for one in (earlier, *run, later) if one is not None]
        body = [one for part in parts for one in (part.body if part in (earlier, later) else [part])]
        return parts, [quote.changed(joined, body=body)]

    def _guard_beside(
        self, block: list[ast.stmt], statement: ast.stmt, step: int, variable: str | None
    ) -> ast.If | None:
        """The guard that ends right before a statement or begins right behind it, and asks this and nothing else."""
        spot = block.index(statement) + step
        branch = block[spot] if 0 <= spot < len(block) else None
        if not isinstance(branch, ast.If) or branch.orelse or branch not in self.slices.skipped:
            return None
        one, two = (branch, statement) if step < 0 else (statement, branch)
        if two.lineno != (one.end_lineno or 0) + 1:
            return None
        if isinstance(branch.test, ast.Name):
            return branch if branch.test.id == variable else None
        is_question = isinstance(branch.test, ast.UnaryOp) and self.slices.answer(branch.test) is False
        return branch if is_question and variable is None else None


def _binds(statement: ast.stmt) -> set[str]:
    return bound_in(*headers(statement))


def _question_of(branch: ast.If) -> ast.expr:
    return branch.test.values[0] if isinstance(branch.test, ast.BoolOp) else branch.test


def _conjunction(first: ast.expr, test: ast.expr) -> ast.expr:
    operands = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    return ast.BoolOp(ast.And(), [first, *operands])


def _on_row(block: list[ast.stmt], one: ast.stmt, two: ast.stmt) -> list[ast.stmt] | None:
    """What stands between two statements of one row; None where lines end between them."""
    between = block[block.index(one) + 1 : block.index(two)]
    pairs = itertools.pairwise([one, *between, two])
    return between if all(first.end_lineno == second.lineno for first, second in pairs) else None
