"""Rewrite a loop that data ends, by ``break`` or ``return``, to one that takes all of its rounds.

A flag in a tensor says whether the program would have left the loop. What a round leaves behind is chosen by it: once
the flag is set, each name that is read later keeps what it held. A ``return`` stands behind the loop then, under a test
of the flag, and is rewritten as any other early return. Always *unsafe*: rounds are computed that were left out.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, insert_after, insert_before, replace_each
from fullgraph.rules.rewrite.analysis.bindings import function_of, names, target_name
from fullgraph.rules.rewrite.analysis.grade import NEEDLESSLY, Grade, Judge, Level
from fullgraph.rules.rewrite.analysis.layout import LAYOUT
from fullgraph.rules.rewrite.analysis.memory import Write
from fullgraph.rules.rewrite.analysis.new_names import NewNames
from fullgraph.rules.rewrite.analysis.number import ARITHMETIC
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop
from fullgraph.rules.rewrite.analysis.trees import end, is_text, names_in, place, plain
from fullgraph.rules.rewrite.branches.condition import Condition, condition
from fullgraph.rules.rewrite.branches.obligations import (
    COPIED,
    COSTLY,
    DRAWN,
    DTYPES,
    GOES_ON,
    GUESSED,
    HISTORY,
    KEEPS,
    PRINTED,
    REFUSED,
    SHAPES,
    WRITTEN,
    ZERO,
)
from fullgraph.rules.rewrite.branches.rounds import (
    LONGEST,
    binds_names,
    does_more,
    ended,
    not_ended,
    selected,
)
from fullgraph.rules.rewrite.torch_name import rewritten

LEAVE = "Run all iterations of the loop, and keep the result from when the condition became true"
_PASSING = frozenset(("range", "enumerate", "zip", "reversed"))
_PARTS = frozenset("unbind chunk split tensor_split".split())


def leaves(statement: ast.stmt, loop: ast.stmt) -> bool:
    """Whether a statement is an ``if`` of a loop's own block that ends the loop."""
    return isinstance(loop, ast.For) and statement in loop.body and _exit(statement) is not None


def leave(loop: ast.For, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of a loop that ``leaves``; the oracle knows what holds in front of the loop."""
    return rewritten(lambda torch: _Leaving(loop, source, oracle, torch).fix(), source, oracle)


@dataclass(frozen=True)
class _Exit:
    """``if test: steps; break``, or with a ``return`` in the place of the ``break``."""

    statement: ast.If
    steps: list[ast.stmt]
    returned: ast.expr | None


def _exit(statement: ast.stmt) -> _Exit | None:
    if not isinstance(statement, ast.If) or statement.orelse:
        return None
    *steps, last = statement.body
    if isinstance(last, ast.Break):
        return _Exit(statement, steps, None)
    return _Exit(statement, steps, last.value) if isinstance(last, ast.Return) and last.value is not None else None


_Item = ast.Assign | ast.AugAssign | _Exit


@dataclass
class _Leaving:
    loop: ast.For
    source: SourceFile
    oracle: Oracle
    torch: str
    judge: Judge = field(init=False)
    notes: dict[Obligation, None] = field(default_factory=dict)
    conditions: dict[ast.If, Condition] = field(default_factory=dict)
    carried: list[str] = field(default_factory=list)
    new_names: NewNames = field(init=False)

    def __post_init__(self) -> None:
        self.judge, self.new_names = Judge(self.source, self.oracle), NewNames(self.oracle)

    def fix(self) -> Fix:
        if self.loop.orelse:
            raise Stop("the loop that an arm ends has an `else`")
        self._iterable()
        items = list(self._items())
        returned = [one.returned for one in items if isinstance(one, _Exit) and one.returned is not None]
        if returned and len([one for one in items if isinstance(one, _Exit)]) > 1:
            raise Stop("the loop is left in several places, and one of them returns")
        self._carry(items, returned)
        for item in items:
            self._examine(item)
            self.judge.locals = {**self.judge.locals, **dict.fromkeys(_binds(item), Grade(alias=True))}
        for value in returned:
            self._returned(value)
        self._note(GOES_ON)
        return Fix(LEAVE, tuple(self._written(items, returned)), tuple(self.notes))

    # --- what it is ---

    def _note(self, *notes: Obligation) -> None:
        self.notes.update(dict.fromkeys(notes))

    def _iterable(self) -> None:
        """All rounds can be taken: to go on uses up no iterator, and runs no code."""
        text = self.judge.text(self.loop.iter)
        if not self._goes_on(self.loop.iter):
            raise Stop(f"an arm ends the loop, and continuing `{text}` may exhaust an iterator or run code")
        function = function_of(self.loop, self.oracle)
        if function is None:
            raise Stop("an arm ends a loop outside any function")
        inner = set(ast.walk(self.loop))
        for target in (node for node in ast.walk(self.loop.target) if isinstance(node, ast.Name)):
            outside = [node for node in names(function, target.id) if node not in inner]
            if any(isinstance(node.ctx, ast.Load) for node in outside) or self.oracle.captured(target.id):
                raise Stop(f"`{target.id}` is read after the loop that an arm ends")
        if not plain(self.loop.target):
            raise Stop("the loop that an arm ends binds more than names")

    def _goes_on(self, iterable: ast.expr) -> bool:
        if not isinstance(iterable, ast.Call):
            return not self.oracle.may_consume(iterable)
        name = (self.oracle.qualname(iterable.func) or "").removeprefix("builtins.")
        if name == "range" and not iterable.keywords:
            limit = self.oracle.number(iterable.args[min(1, len(iterable.args) - 1)]) if iterable.args else None
            if limit is not None and limit.value is not None and limit.value > LONGEST:
                text = self.judge.text(iterable)
                raise Stop(f"an arm ends the loop, and `{text}` has too many iterations to be unrolled into a graph")
        if name in _PASSING and not iterable.keywords:
            return name == "range" or all(map(self._goes_on, iterable.args))
        func = iterable.func
        parts = isinstance(func, ast.Attribute) and func.attr in _PARTS and self.oracle.tensor(func.value) is not None
        return parts and self.judge.grade(iterable).effect is None

    def _items(self) -> Iterator[_Item]:
        for statement in self.loop.body:
            if isinstance(statement, ast.Pass) or is_text(statement):
                continue
            if (found := _exit(statement)) is not None:
                if not all(target_name(one) is not None for one in found.steps):
                    raise Stop("the arm that ends the loop does more than bind names")
                yield found
            elif binds_names(statement) or _updates_name(statement):
                assert isinstance(statement, (ast.Assign, ast.AugAssign))
                yield statement
            else:
                text = " ".join(ast.unparse(statement).split())[:60]
                raise Stop(f"an arm ends the loop, whose body does more than bind names: `{text}`")

    def _carry(self, items: list[_Item], returned: list[ast.expr]) -> None:
        """What a round leaves to the next one or to the code behind the loop."""
        written: set[str] = set()
        stored: dict[str, None] = {}
        needed: set[str] = set()
        for item in items:
            reads, binds, surely = _reads(item), _binds(item), not isinstance(item, _Exit)
            needed |= reads - written
            stored |= dict.fromkeys(binds)
            if surely:
                written |= binds
            else:
                needed |= binds  # it is bound in one arm only
        for value in returned:
            needed |= names_in(value) & set(stored)
        function = function_of(self.loop, self.oracle)
        for name in stored:
            if self.oracle.captured(name):
                raise Stop(f"`{name}` is bound in the loop that an arm ends, and other functions read it")
            if name not in needed and not self.oracle.used_later(name) and not self._read_behind(name, function):
                continue
            if not self.oracle.name_bound(name):
                raise Stop(f"`{name}` may not be bound before the loop that an arm ends")
            self.carried.append(name)
        if not self.carried:
            raise Stop("the iterations of the loop that an arm ends have no result")
        for name in self.carried:
            self._kept(name, items)

    def _read_behind(self, name: str, function: ast.AST | None) -> bool:
        found = names(function, name) if function is not None else []
        return any(isinstance(node.ctx, ast.Load) and place(node) >= end(self.loop) for node in found)

    def _kept(self, name: str, items: list[_Item]) -> None:
        """Whether a name holds tensors of one shape and dtype, and what tells them from their copies."""
        before = self.oracle.named(name)
        if before is None:
            raise Stop(
                f"`{name}` is not known to hold a tensor before the loop that an arm ends; a number or flag that "
                "changes is one, as a tensor"
            )
        values = [value for item in items for target, value in _assignments(item) if target == name]
        for value in values:
            later = self.judge.facts(value) if value is not None else None
            if later is None:
                if value is not None and (self.oracle.number(value) is not None or isinstance(value, ast.Constant)):
                    raise Stop(f"`{name}` becomes a Python value in the loop that an arm ends")
                if value is not None and not self.oracle.unknown(value):
                    raise Stop(f"`{self.judge.text(value)}` is not known to be a tensor")
                updated = any(isinstance(item, ast.AugAssign) and name in _binds(item) for item in items)
                self._note(SHAPES, DTYPES, *(() if value is None and updated else (GUESSED,)))
                continue
            if later.confidence != "high":
                self._note(GUESSED)
            if isinstance(later.dtype, str) and isinstance(before.dtype, str) and later.dtype != before.dtype:
                raise Stop(f"`{name}` changes its dtype from {before.dtype} to {later.dtype}")
            if before.shape is None or before.shape != later.shape:
                self._note(SHAPES)
            if before.dtype is None or before.dtype != later.dtype:
                self._note(DTYPES)
        if not before.zero_dim:
            self._note(LAYOUT)
        if before.is_floating is not False and not before.boolean:
            self._note(*ZERO)
        if self.oracle.written_later({name}) is not Write.NO:
            self._note(*WRITTEN)
        if self.oracle.escapes(name):
            self._note(COPIED.about(name))
        if self.oracle.shown(name):
            self._note(PRINTED.about(name))
        if (switch := self.oracle.gradient_switch()) is not None:
            self._note(HISTORY.about(switch, name))

    def _examine(self, item: _Item) -> None:
        if isinstance(item, _Exit):
            there = self.oracle.at(item.statement)
            if there is None:
                raise Stop("what holds where an arm ends the loop is not known")
            judge = Judge(self.source, there)
            found = condition(item.statement.test, judge, self.torch)
            if isinstance(found, Obstacle):
                raise Stop(f"the loop is left where {_shortened(found.reason)}")
            self.conditions[item.statement] = found
            self._note(*found.eager.notes)
            self._value(item.statement.test)
            for step in item.steps:
                assert isinstance(step, ast.Assign)
                self._value(step.value)
            return
        self._value(item.value)
        if isinstance(item, ast.AugAssign):
            assert isinstance(item.target, ast.Name)
            name, there = item.target.id, self.oracle.at(item)
            self._note(COPIED.about(name), KEEPS.about(name), REFUSED.about(name), *WRITTEN)
            if there is None or there.named(name) is None:
                raise Stop(f"`{name}`, which an iteration updates, is not known to be a tensor")
            if there.shared(name) or (self.oracle.named(name) is not None and self.oracle.shared(name)):
                raise Stop(f"an iteration updates `{name}` in place, which others may hold; bind it to a new tensor")

    def _value(self, expr: ast.expr) -> None:
        if does_more(expr):
            raise Stop(f"`{self.judge.text(expr)}` does more than compute")
        if names_in(expr) & {"locals", "vars"}:
            raise Stop(f"`{self.judge.text(expr)}` looks at what names hold")
        grade = self.judge.grade(expr)
        if grade.effect is not None:
            raise Stop(f"skipped iterations would run, and {grade.effect}")
        self._note(*grade.notes)
        if grade.random:
            self._note(DRAWN)
        if grade.level is Level.PURE:
            self._note(*NEEDLESSLY, COSTLY)
        elif grade.level:
            self._note(NEEDLESSLY[1])

    def _returned(self, value: ast.expr) -> None:
        """What is returned is evaluated behind the loop, where its names hold what they held in the round."""
        inside = names_in(self.loop.target)
        if found := sorted(names_in(value) & inside):
            raise Stop(f"`{found[0]}` of the iteration is returned; give it a name before the loop")
        unfit = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda)
        if any(isinstance(node, unfit) for node in ast.walk(value)):
            raise Stop(f"`{self.judge.text(value)}`, which is returned, does more than compute")

    # --- how it is written ---

    def _written(self, items: list[_Item], returned: list[ast.expr]) -> Iterator[Change]:
        flag = self.new_names.fresh("stopped")
        yield insert_before(self.source, self.loop, [not_ended(flag, self.torch, self.carried[0])])
        rows: dict[ast.stmt, list[ast.stmt]] = {
            item.statement if isinstance(item, _Exit) else item: self._row(item, flag) for item in items
        }
        changed = {statement: new for statement, new in rows.items() if new != [statement]}
        yield from replace_each(self.source, self.loop.body, changed)
        for value in returned:
            asked = quote.statement("if FLAG:\n    return VALUE", FLAG=flag, VALUE=value)
            yield insert_after(self.source, self.loop, [asked])

    def _row(self, item: _Item, flag: str) -> list[ast.stmt]:
        if isinstance(item, _Exit):
            test = self.conditions[item.statement].scalar
            rows: list[ast.stmt] = []
            if item.steps:
                now = self.new_names.fresh("stops")
                template = "TORCH.logical_and(TORCH.logical_not(FLAG), TEST)"
                made = quote.expression(template, TORCH=self.torch, FLAG=flag, TEST=test)
                rows.append(quote.assign(now, made))
                for step in item.steps:
                    assert isinstance(step, ast.Assign) and isinstance(step.targets[0], ast.Name)
                    name = step.targets[0].id
                    rows.append(quote.assign(name, self._where(now, name, step.value)))
                test = quote.name(now)
            return [*rows, ended(flag, self.torch, test)]
        if not _binds(item) & set(self.carried):
            return [quote.instead(item, quote.out_of_place(item)) if isinstance(item, ast.AugAssign) else item]
        return selected(item, self.carried, functools.partial(self._where, flag), self.new_names.fresh)

    def _where(self, flag: str, off: ast.expr | str, on: ast.expr | str) -> ast.expr:
        return quote.expression("TORCH.where(FLAG, ON, OFF)", TORCH=self.torch, FLAG=flag, ON=on, OFF=off)


def _reads(item: _Item) -> set[str]:
    if isinstance(item, _Exit):
        return names_in(item.statement.test).union(*(names_in(one) for one in item.steps))
    own = _binds(item) if isinstance(item, ast.AugAssign) else set()
    return names_in(item.value) | own


def _binds(item: _Item) -> set[str]:
    if isinstance(item, _Exit):
        return {name for one in item.steps if isinstance(one, ast.Assign) for name in names_in(one.targets[0])}
    return names_in(item.targets[0] if isinstance(item, ast.Assign) else item.target)


def _assignments(item: _Item) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that are bound, each with its value; None where that is a part of one, or computed from the old one."""
    if isinstance(item, _Exit):
        for one in item.steps:
            if isinstance(one, ast.Assign):
                yield from _assignments(one)
    elif isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name):
        yield item.targets[0].id, item.value
    else:
        yield from ((name, None) for name in sorted(_binds(item)))


def _updates_name(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.AugAssign)
        and isinstance(statement.target, ast.Name)
        and isinstance(statement.op, ARITHMETIC)
    )


def _shortened(reason: str) -> str:
    return reason if len(reason) <= 80 else f"{reason[:79]}…"
