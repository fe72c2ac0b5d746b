"""An early return on tensor data as a selection where the function returns otherwise.

``if c: return a`` in front of more than an arm can hold: what follows is computed in any case, and each of its returns
chooses between what it gives and ``a``. That is always *unsafe*: what follows may raise, and takes its time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.grade import Grade, Judge
from fullgraph.rules.rewrite.analysis.layout import LAYOUT, layout
from fullgraph.rules.rewrite.analysis.memory import Write
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop, required
from fullgraph.rules.rewrite.analysis.trees import bound_in, names_in, plain
from fullgraph.rules.rewrite.branches.condition import Condition, condition
from fullgraph.rules.rewrite.branches.obligations import COPIED, COSTLY, DRAWN, DTYPES, GUESSED, SHAPES, ZERO
from fullgraph.rules.rewrite.branches.structure import Hole, holes
from fullgraph.rules.rewrite.torch_name import rewritten

SELECT = "Always compute the code that follows, and choose the returned value by torch.where"
FOLLOWS = Kind.EXCEPTION.open("the code that follows is computed even where the function returned early: it may raise")
SLOWER = Kind.COMPILING.open("the code that follows takes its time in every call")
CHANGED = Kind.ALIAS.open("what is returned early may be changed in place by what follows")
RUNS = Kind.EFFECT.open("reading `{}` always runs its code")

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def is_early(node: ast.If, oracle: Oracle) -> bool:
    """Whether an ``if`` of a function's own block returns, and the function goes on otherwise."""
    return isinstance(node.body[-1], ast.Return) and not node.orelse and isinstance(oracle.parent(node), _FUNCTIONS)


def early_return(node: ast.If, following: Sequence[ast.stmt], source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of an ``if`` of a function's own block that returns; ``following`` is the rest of that block."""
    return rewritten(lambda torch: _Early(node, following, source, oracle, torch).fix(), source, oracle)


@dataclass
class _Early:
    node: ast.If
    following: Sequence[ast.stmt]
    source: SourceFile
    oracle: Oracle
    torch: str
    judge: Judge = field(init=False)
    random: bool = False
    runs: list[Obligation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)

    def fix(self) -> Fix:
        *before, last = self.node.body
        if not isinstance(last, ast.Return) or last.value is None or not self.following:
            raise Stop("its arm does not end with a value that is returned")
        if not _always_returns(self.following[-1]):
            raise Stop("what follows does not always return a value")
        found = required(condition(self.node.test, self.judge, self.torch))
        self._arm(before, last.value)
        self._block(self.following)
        values = {id(one): one.value for one in self._returns() if one.value is not None}
        values[id(last)] = last.value
        chosen = holes(values, set().union(*map(_bound, self.following)), self.oracle.is_record)
        for hole in chosen:
            for expr in hole.values():
                if self.oracle.tensor(expr) is None:
                    raise Stop(f"`{self.judge.text(expr)}`, which is returned, is not known to be a tensor")
        if self.oracle.written_later(self._read(last)) is Write.CERTAIN:
            raise Stop("what is returned early is changed in place by what follows")
        edits = tuple(self._edits(found, before, last, chosen))
        return Fix(SELECT, edits, self._obligations(found, last, chosen), operator="where")

    # --- what is evaluated in any case ---

    def _arm(self, before: Sequence[ast.stmt], value: ast.expr) -> None:
        later = names_in(*self.following)
        for statement in before:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else None
            if not isinstance(target, ast.Name) or len(statement.targets) > 1:  # type: ignore[attr-defined]
                raise Stop("its arm does more than bind names and return")
            if target.id in later:
                raise Stop(f"`{target.id}` is bound in the arm, and means something else in what follows")
            assert isinstance(statement, ast.Assign)
            self._graded(statement.value, "its arm")
        self._graded(value, "its arm")

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        """What of statements must not run where they did not."""
        for statement in statements:
            bound = sorted(name for name in _bound(statement) if self.oracle.captured(name))
            if bound:
                raise Stop(f"`{bound[0]}` is bound in what follows, and read by other functions")
            exprs: list[ast.expr] = []
            inner: list[Sequence[ast.stmt]] = []
            match statement:
                case ast.Assign(targets=targets, value=value) if all(map(plain, targets)):
                    exprs = [value]
                case ast.AnnAssign(target=ast.Name(), value=value):
                    exprs = [value] if value is not None else []
                case ast.AugAssign(target=ast.Name() as target, value=value):
                    if not self._is_own(target.id, statement):
                        raise Stop(f"`{target.id}` is changed in place in what follows, which would always be done")
                    exprs = [value]
                case ast.Return(value=ast.expr() as value):
                    exprs = [value]
                case ast.Expr(value=value):
                    exprs = [value]
                case ast.If(test=test):
                    exprs, inner = [test], [statement.body, statement.orelse]
                case ast.For(target=target, iter=iterated) if plain(target):
                    if self.oracle.may_consume(iterated):
                        raise Stop(f"`{self.judge.text(iterated)}` in what follows would always be used up")
                    exprs, inner = [iterated], [statement.body, statement.orelse]
                case ast.Assert(test=test):
                    exprs = [test]
                case ast.Raise() | ast.Pass() | ast.Break() | ast.Continue() | ast.FunctionDef():
                    pass
                case _:
                    row = self.source.named(statement.lineno)
                    raise Stop(f"the code in {row} would always run, and does more than compute")
            for expr in exprs:
                self._graded(expr, f"what follows in {self.source.named(expr.lineno)}")
            for block in inner:
                self._block(block)

    def _graded(self, expr: ast.expr, where: str) -> None:
        if any(isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)) for part in ast.walk(expr)):
            raise Stop(f"{where} does more than compute")
        grade: Grade = self.judge.grade(expr)
        if grade.effect is not None:
            raise Stop(f"{where} would be evaluated always, and {grade.effect}")
        self.random |= grade.random
        if grade.runs is not None:
            self.runs.append(RUNS.about(grade.runs))

    def _is_own(self, name: str, statement: ast.stmt) -> bool:
        """Whether a name that a statement updates holds a number, or memory that nothing else has."""
        there = self.oracle.at(statement)
        if there is None:
            return False
        if there.number(ast.copy_location(ast.Name(name, ast.Load()), statement)) is not None:
            return True
        facts = there.named(name)
        return facts is not None and facts.fresh and not there.shared(name)

    def _returns(self) -> Iterator[ast.Return]:
        stack: list[ast.AST] = list(self.following)
        while stack:
            node = stack.pop()
            if isinstance(node, ast.Return):
                yield node
            elif not isinstance(node, (*_FUNCTIONS, ast.Lambda, ast.ClassDef)):
                stack += ast.iter_child_nodes(node)

    def _read(self, last: ast.Return) -> set[str]:
        return names_in(last, self.node.test)

    # --- what differs ---

    def _obligations(self, found: Condition, last: ast.Return, chosen: Sequence[Hole]) -> tuple[Obligation, ...]:
        opened: dict[Obligation, None] = dict.fromkeys([FOLLOWS, COSTLY, SLOWER, *found.eager.notes, *self.runs])
        if self.random:
            opened[DRAWN] = None
        if self.oracle.written_later(self._read(last)) is not Write.NO:
            opened[CHANGED] = None
        for hole in chosen:
            facts = [fact for fact in map(self.oracle.tensor, hole.values()) if fact is not None]
            if len({fact.shape for fact in facts}) > 1 or facts[0].shape is None:
                opened[SHAPES] = None
            if len({fact.dtype for fact in facts}) > 1 or facts[0].dtype is None:
                opened[DTYPES] = None
            if any(fact.confidence != "high" for fact in facts):
                opened[GUESSED] = None
            if any(fact.is_floating is not False and not fact.boolean for fact in facts):
                opened.update(dict.fromkeys(ZERO))
            zero_dim = all(fact.zero_dim for fact in facts)
            if not zero_dim and len({layout(expr, self.judge, follow=False) for expr in hole.values()}) > 1:
                opened[LAYOUT] = None
            for expr in hole.values():
                if self.judge.grade(expr).alias:
                    opened[COPIED.about(self.judge.text(expr))] = None
        return tuple(opened)

    # --- how it is written ---

    def _edits(
        self, found: Condition, before: Sequence[ast.stmt], last: ast.Return, chosen: Sequence[Hole]
    ) -> Iterator[Change]:
        bound = bound_in(*self.following)
        lines: list[ast.stmt] = []
        test = self.node.test
        if isinstance(test, ast.Name) and found.one and test.id not in bound:
            asked = test.id
        else:
            asked = self.oracle.fresh_name("returns_early")
            lines.append(quote.assign(asked, found.scalar))
        lines += before
        early: list[str] = []
        for number, hole in enumerate(chosen):
            expr = hole[id(last)]
            if isinstance(expr, ast.Name) and expr.id not in bound:
                early.append(expr.id)
                continue
            early.append(self.oracle.fresh_name("early" if len(chosen) == 1 else f"early_{number}"))
            lines.append(quote.assign(early[-1], expr))
        yield replace_statements(self.source, [self.node], lines)
        for one in self._returns():
            for name, hole in zip(early, chosen, strict=True):
                arguments = [quote.name(asked), quote.name(name), hole[id(one)]]
                yield replace_expression(self.source, hole[id(one)], quote.call(f"{self.torch}.where", *arguments))


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement binds itself or in its blocks."""
    own = {statement.name} if isinstance(statement, ast.FunctionDef) else set()
    return own | bound_in(statement)


def _always_returns(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and _always_returns(statement.body[-1]) and _always_returns(statement.orelse[-1])
    return isinstance(statement, ast.Return) and statement.value is not None
