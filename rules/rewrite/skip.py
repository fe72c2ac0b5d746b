"""Put a slice that only feeds messages behind ``if not torch.compiler.is_compiling():``.

Where it has to stand in several places, and what one of them binds is read in another, the question is asked once and
its answer kept in a variable: a function of which the graph ends halfway goes on in another frame, and that may run
uncompiled.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix, Pending, Position
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.chains import everything_inside, headers, inside
from fullgraph.rules.rewrite.guard import SKIP, SKIPPED, WIDEST
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.slices import CLOCKS, Slices
from fullgraph.rules.rewrite.text import after, before, indentation, reindent, replace, unit
from fullgraph.rules.rewrite.torch_name import torch_name

SKIP_SLICE = "Skip it while compiling, with what is computed for it alone"
RAISED = Kind.EXCEPTION.open("no error is raised by what is skipped, such as `{}`")
UNSEEN = "what only a guarded message shows is not computed"
CLOCK = "the clock is not read"
VARIABLE = "eager"
QUESTION = "not torch.compiler.is_compiling()"


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
            return Obstacle(slices.reasons.get(statement, "it is not known when it runs"))
        self._choose([statement])
        if not any(one in slices.lost for one in self.chosen) and not self._feeds_guard():
            return Obstacle("no message is made of it")
        if (obstacle := self._caught() or self._chained()) is not None:
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
                apart = [place for place in range(start, end) if not self._belongs(block[place], own)]
                if (before_it := max((place for place in apart if place < first), default=start - 1)) >= start:
                    start = before_it + 1
                elif (behind := min((place for place in apart if place > last), default=end)) < end:
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

    def _runs(self) -> list[tuple[list[ast.stmt], list[ast.stmt]]]:
        """What is skipped, as runs of statements that follow each other, each with its block."""
        found: list[tuple[list[ast.stmt], list[ast.stmt]]] = []
        tops = [one for one in self.chosen if not self._is_inside(one)]
        for one in sorted(tops, key=lambda one: (one.lineno, one.col_offset)):
            block = self._block(one)
            if found and found[-1][0] is block and block.index(found[-1][1][-1]) == block.index(one) - 1:
                found[-1][1].append(one)
            else:
                found.append((block, [one]))
        return found

    def _is_inside(self, statement: ast.stmt) -> bool:
        around = self.slices.parents.get(statement)
        while around is not None and around is not self.slices.function:
            if around in self.chosen:
                return True
            around = self.slices.parents.get(around)
        return False

    def _block(self, statement: ast.stmt) -> list[ast.stmt]:
        parent = self.slices.parents[statement]
        for name in ("body", "orelse", "finalbody"):
            block = getattr(parent, name, None)
            if isinstance(block, list) and statement in block:
                return block
        return [statement]

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

    def _chained(self) -> Obstacle | None:
        """A test of an ``elif`` behind which there is more."""
        for _, run in self._runs():
            for one in run:
                if isinstance(one, ast.If) and one.orelse and self._is_elif(one):
                    return Obstacle(f"the `elif` in line {one.lineno} needs an `if` of its own, in an `else`")
        return None

    def _is_elif(self, branch: ast.stmt) -> bool:
        around = self.slices.parents.get(branch)
        if not isinstance(branch, ast.If) or not isinstance(around, ast.If) or around.orelse != [branch]:
            return False
        return self.source.lines[branch.lineno - 1][: branch.col_offset + 4].strip().startswith("elif")

    # --- the text ---

    def _write(self) -> Fix | Obstacle:
        name = torch_name(self.source, self.oracle)
        if isinstance(name, Obstacle):
            return name
        question = f"not {name[0]}.compiler.is_compiling()"
        edits: list[Pending] = list(name[1])
        runs = self._runs()
        asked = question
        anchor: ast.stmt | None = None
        if self._crosses(runs):
            guards = self._crossed_guards()
            if isinstance(guards, Obstacle):
                return guards
            anchor = self._anchor([*(run[0] for _, run in runs), *guards])
            asked = self._variable(anchor) or self.oracle.fresh_name(VARIABLE)
            edits += [replace(self.source, _question_of(guard), asked) for guard in guards]
            if self._variable(anchor) is not None:
                anchor = None
        bind = f"{asked} = {question}" if anchor is not None else ""
        for block, run in runs:
            written = self._guarded(block, run, asked, bind if run[0] is anchor else "")
            if isinstance(written, Obstacle):
                return written
            edits += written
        if anchor is not None and all(run[0] is not anchor for _, run in runs):
            start = self.source.start(anchor)
            if before(self.source, anchor).strip():
                return Obstacle(f"line {start.row} has more than one statement")
            edits.append(Edit(start, start, f"{bind}{self.source.newline}{indentation(self.source, start.row)}"))
        alone = all(one in self.slices.lost or isinstance(one, (ast.If, ast.Pass)) for one in self.chosen)
        return Fix(SKIP if alone else SKIP_SLICE, tuple(edits), self._obligations(), skips_messages=True)

    def _obligations(self) -> tuple[Obligation, ...]:
        chosen = sorted(self.chosen, key=lambda one: (one.lineno, one.col_offset))
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

    def _crosses(self, runs: Sequence[tuple[list[ast.stmt], list[ast.stmt]]]) -> bool:
        """Whether one run binds what another reads, or the same one in the next round of a loop."""
        place: dict[ast.stmt, int] = {}
        for index, (block, run) in enumerate(runs):
            later = self._next_guard(block, run[-1], QUESTION)
            for one in [*run, *([later] if later is not None else [])]:
                place.update(dict.fromkeys(everything_inside(one), index))
        for one in self.chosen:
            for user in self.slices.users(one) - {one}:
                if place.get(user) != place[one]:
                    return True
                if (user.lineno, user.col_offset) < (one.lineno, one.col_offset) and not self._in_one(one, user, runs):
                    return True
        return False

    def _in_one(self, one: ast.stmt, user: ast.stmt, runs: Sequence[tuple[list[ast.stmt], list[ast.stmt]]]) -> bool:
        """Whether two statements stand in one loop that is skipped as a whole."""
        for _, run in runs:
            for top in run:
                parts = set(everything_inside(top))
                if one in parts and user in parts:
                    return True
        return False

    def _crossed_guards(self) -> list[ast.If] | Obstacle:
        """The guards that are there and read what is skipped now: they ask the variable, too."""
        found: dict[ast.If, None] = {}
        for one in self.chosen:
            for user in self.slices.users(one) & self.slices.skipped:
                if self._is_inside(user):
                    continue  # of what is skipped as a whole
                at: ast.AST | None = user
                guard: ast.If | None = None
                while at is not None and at is not self.slices.function:
                    if isinstance(at, ast.If) and self.slices.asks_first(at) is not None:
                        guard = at
                    at = self.slices.parents.get(at)
                if guard is None or self.slices.asks_first(guard) is not False:
                    return Obstacle(f"line {user.lineno} asks in a way of its own whether code is being compiled")
                if not isinstance(_question_of(guard), ast.Name):
                    found[guard] = None
        return list(found)

    def _anchor(self, statements: Sequence[ast.stmt]) -> ast.stmt:
        """The statement in front of which the question is asked: in front of all of these, and in no loop."""
        paths = [self._path(one) for one in statements]
        common = [one for one in paths[0] if all(one in path for path in paths[1:])]
        loops = [place for place, one in enumerate(common) if isinstance(one, (ast.For, ast.AsyncFor, ast.While))]
        depth = loops[0] if loops else len(common)
        while True:
            candidates = [path[depth] if depth < len(path) else path[-1] for path in paths]
            blocks = [self._block(one) for one in candidates]
            if all(block is blocks[0] for block in blocks) and not any(map(self._is_elif, candidates)):
                return min(candidates, key=lambda one: (one.lineno, one.col_offset))
            depth -= 1

    def _path(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements around a statement, outermost first, and itself."""
        found: list[ast.stmt] = []
        at: ast.AST | None = statement
        while at is not None and at is not self.slices.function:
            if isinstance(at, ast.stmt):
                found.insert(0, at)
            at = self.slices.parents.get(at)
        return found

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

    def _guarded(self, block: list[ast.stmt], run: list[ast.stmt], asked: str, bind: str) -> list[Edit] | Obstacle:
        source, first, last = self.source, run[0], run[-1]
        if isinstance(first, ast.If) and self._is_elif(first):
            return _asks_first(first, asked, source)
        single = len(run) == 1 and isinstance(first, ast.If) and not first.orelse and not before(source, first).strip()
        if single and isinstance(first, ast.If) and self._is_short(first):
            start = source.start(first)
            lead = [Edit(start, start, f"{bind}{source.newline}{indentation(source, start.row)}")] if bind else []
            return [*lead, *_asks_first(first, asked, source)]
        joined = self._joined(block, run, asked) if not bind else None
        if joined is not None:
            return joined
        lines = _Lines(source, block, self.slices.parents[first])
        return lines.guarded(run, asked, bind, self._next_guard(block, last, asked) if not bind else None)

    def _joined(self, block: list[ast.stmt], run: list[ast.stmt], asked: str) -> list[Edit] | None:
        """The edits that put statements into the guard that ends right before them."""
        source, place = self.source, block.index(run[0])
        earlier = block[place - 1] if place else None
        if not isinstance(earlier, ast.If) or not self._is_guard(earlier, asked):
            return None
        if earlier.body[0].lineno == earlier.lineno or earlier.end_lineno != run[0].lineno - 1:
            return None
        if before(source, run[0]).strip() or _trailing(source, run[-1]):
            return None
        more = indentation(source, earlier.body[0].lineno).removeprefix(indentation(source, run[0].lineno))
        start, end = source.start(run[0]), source.end(run[-1])
        return [Edit(start, end, more + reindent(source, start, end, more))]

    def _next_guard(self, block: list[ast.stmt], last: ast.stmt, asked: str) -> ast.If | None:
        """The guard that begins right behind a statement, and can begin in front of it as well."""
        place = block.index(last) + 1
        later = block[place] if place < len(block) else None
        if not isinstance(later, ast.If) or not self._is_guard(later, asked) or later.body[0].lineno <= later.lineno:
            return None
        source, row = self.source, later.lineno
        header = source.lines[row - 1].rstrip()
        plain = header.endswith(":") and "#" not in header and later.test.end_lineno == row
        return later if plain and row == (last.end_lineno or 0) + 1 else None

    def _is_guard(self, branch: ast.If, asked: str) -> bool:
        """Whether a branch asks this question and nothing else."""
        if branch.orelse or (branch not in self.slices.skipped):
            return False
        if isinstance(branch.test, ast.Name):
            return branch.test.id == asked
        is_question = isinstance(branch.test, ast.UnaryOp) and self.slices.answer(branch.test) is False
        return is_question and asked.startswith("not ")


def _binds(statement: ast.stmt) -> set[str]:
    nodes = [node for expr in headers(statement) for node in ast.walk(expr)]
    return {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}


def _question_of(branch: ast.If) -> ast.expr:
    return branch.test.values[0] if isinstance(branch.test, ast.BoolOp) else branch.test


def _asks_first(branch: ast.If, asked: str, source: SourceFile) -> list[Edit]:
    """The edits that let the test of a branch ask a question before what it tests."""
    start, end = source.start(branch.test), source.end(branch.test)
    loose = isinstance(branch.test, (ast.IfExp, ast.Lambda, ast.NamedExpr)) or (
        isinstance(branch.test, ast.BoolOp) and isinstance(branch.test.op, ast.Or)
    )
    if isinstance(branch.test, ast.NamedExpr) and source.lines[start.row - 1][: start.column - 1].endswith("("):
        loose = True
    closing = [Edit(end, end, ")")] if loose else []
    return [Edit(start, start, f"{asked} and " + "(" * loose), *closing]


def _trailing(source: SourceFile, statement: ast.stmt) -> str:
    """What stands behind a statement in its row besides a comment."""
    rest = after(source, statement).strip()
    return "" if rest.startswith("#") else rest


@dataclass
class _Lines:
    """The rows of one block, in which statements may share a row."""

    source: SourceFile
    block: Sequence[ast.stmt]
    parent: ast.AST

    def guarded(self, run: Sequence[ast.stmt], asked: str, bind: str, later: ast.If | None) -> list[Edit]:
        source, first, last = self.source, run[0], run[-1]
        edits: list[Edit] = []
        indent = indentation(source, first.lineno)
        head = before(source, self.block[0]).rstrip()
        if head and self.block[0].lineno == first.lineno:  # ``if flag: print(x)``, on the line of its header
            indent += unit(source, indent)
            edits.append(self._broken(len(head) + 1, self.block[0], indent))
        elif head.endswith(":"):
            indent += unit(source, indent)
        place = list(self.block).index(first)
        if place and self.block[place - 1].end_lineno == first.lineno:
            end = source.end(self.block[place - 1])
            edits.append(Edit(end, source.start(first), f"{source.newline}{indent}"))
        behind = self.block[place + len(run)] if place + len(run) < len(self.block) else None
        if behind is not None and behind.lineno == last.end_lineno:
            edits.append(Edit(source.end(last), source.start(behind), f"{source.newline}{indent}"))
        more = unit(source, indent)
        if later is not None:
            more = indentation(source, later.body[0].lineno).removeprefix(indent) or more
            start, end = Position(later.lineno, 1), Position(later.lineno + 1, 1)
            edits.append(Edit(start, end, ""))
        body = reindent(source, source.start(first), source.end(last), more)
        lead = f"{bind}{source.newline}{indent}" if bind else ""
        content = f"{lead}if {asked}:{source.newline}{indent}{more}{body}"
        edits.append(Edit(source.start(first), source.end(last), content))
        return edits

    def _broken(self, column: int, statement: ast.stmt, indent: str) -> Edit:
        start = self.source.start(statement)
        return Edit(Position(start.row, column), start, f"{self.source.newline}{indent}")
