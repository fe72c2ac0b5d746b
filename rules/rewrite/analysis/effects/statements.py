"""What statements do, followed in order and through branches and loops."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fullgraph.rules.rewrite.analysis.effects.expressions import Expressions
from fullgraph.rules.rewrite.analysis.effects.summary import OWN, GivenUp, Names

_ROUNDS = 8
"""Rounds of a loop after which its state is given up; it settles in two or three."""


@dataclass
class _Loop:
    """The names as they are where a loop is left or begun anew early."""

    left: list[Names] = field(default_factory=list)
    again: list[Names] = field(default_factory=list)


@dataclass
class Statements(Expressions):
    """The statements of a function."""

    loops: list[_Loop] = field(default_factory=list)

    def run(self, body: Sequence[ast.stmt]) -> bool:
        """Run statements; whether control can reach what follows them."""
        for statement in body:
            method = getattr(self, f"_do_{type(statement).__name__.lower()}", None)
            if method is None:
                raise GivenUp(f"`{self.frame.function.qualname if self.frame.function else ''}` does more than compute")
            if method(statement) is False:
                return False
        return True

    def _do_pass(self, statement: ast.Pass) -> None:
        pass

    def _do_expr(self, statement: ast.Expr) -> None:
        self.evaluate(statement.value)

    def _do_assign(self, statement: ast.Assign) -> None:
        ref = self.evaluate(statement.value)
        for target in statement.targets:
            self.bind(target, ref, statement.value)

    def _do_annassign(self, statement: ast.AnnAssign) -> None:
        if statement.value is not None:
            self.bind(statement.target, self.evaluate(statement.value), statement.value)

    def _do_augassign(self, statement: ast.AugAssign) -> None:
        target, added = statement.target, self.evaluate(statement.value)
        self._runs_nothing(statement.value)
        if isinstance(target, ast.Name):
            before = self.names.get(target.id)
            if before is None or target.id in self.declared:
                self.assign_outside(target.id, added)
            else:
                self._update(before, added)
                if target.id in self.bound:
                    self.bound = self.bound - {target.id}
        elif isinstance(target, ast.Attribute):
            owner = self.evaluate(target.value)
            self._set_attribute(target, added)
            self.write(owner)
        else:
            self.evaluate(target.slice)
            self._update(self._owner_of_items(target), added)

    def _do_return(self, statement: ast.Return) -> bool:
        self.results.append(self.evaluate(statement.value) if statement.value is not None else OWN)
        return False

    def _do_raise(self, statement: ast.Raise) -> bool:
        self.note(raises=True)
        return False  # what only makes the exception is seen by who catches it

    def _do_assert(self, statement: ast.Assert) -> None:
        self.test(statement.test)
        self.note(raises=True)

    def _do_if(self, statement: ast.If) -> bool:
        known = self.test(statement.test)
        before, ends = dict(self.names), []
        for arm, taken in ((statement.body, True), (statement.orelse, False)):
            if known is not None and known is not taken:
                continue
            self.names = dict(before)
            if self.run(arm):
                ends.append(self.names)
        return self._go_on(ends)

    def _go_on(self, ends: Sequence[Names]) -> bool:
        """Go on in a state that covers all of these; whether there is one."""
        if ends:
            self.names = joined_names(ends)
        return bool(ends)

    def _do_for(self, statement: ast.For) -> bool:
        iterated = self.evaluate(statement.iter)
        self._iterates(statement.iter, iterated)
        return self._repeat(statement, lambda: self.bind(statement.target, self._item(iterated)))

    def _do_while(self, statement: ast.While) -> bool:
        return self._repeat(statement, lambda: self.test(statement.test))

    def _repeat(self, statement: ast.For | ast.While, head: Callable[[], object]) -> bool:
        loop = _Loop()
        self.loops.append(loop)
        ends: list[Names] = []
        for _ in range(_ROUNDS):
            before = dict(self.names)
            head()
            ends.append(dict(self.names) if isinstance(statement, ast.While) else before)
            completes = self.run(statement.body)
            again = [*([self.names] if completes else []), *loop.again]
            self.names = joined_names([before, *again])
            if self.names == before:
                break
        else:
            raise self.give_up(statement)
        self.loops.pop()
        ends.append(self.names)
        self.names = joined_names(ends)
        if statement.orelse and not self.run(statement.orelse):
            return self._go_on(loop.left)
        return self._go_on([self.names, *loop.left])

    def _do_break(self, statement: ast.Break) -> bool:
        self.loops[-1].left.append(dict(self.names))
        return False

    def _do_continue(self, statement: ast.Continue) -> bool:
        self.loops[-1].again.append(dict(self.names))
        return False

    def _do_global(self, statement: ast.Global) -> None:
        self.declared |= set(statement.names)

    def _do_functiondef(self, statement: ast.FunctionDef) -> None:
        if statement.decorator_list:
            raise self.give_up(statement, "is decorated")
        self.names[statement.name] = self._closure(statement)


def joined_names(states: Sequence[Names]) -> Names:
    """The names on any of several ways; what one of them depends on only there is not sure."""
    found = dict(states[0])
    for state in states[1:]:
        for name, ref in state.items():
            mine = found.get(name)
            if mine is None:
                found[name] = ref
            elif mine != ref:
                joined = mine.join(ref)
                found[name] = replace(joined, exact=joined.exact and mine.sources == ref.sources)
    return found
