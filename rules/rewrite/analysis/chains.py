"""Def-use chains of one function: for each statement that reads a local name, the statements that may have bound it.

Reaching definitions by structured data flow over the syntax tree. A compound statement stands for its header alone; the
statements inside of it are statements of their own. What other code can read at any time (closures, ``global`` and
``nonlocal`` names) is no matter of order: those names are ``pinned``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from fullgraph.lint.project.index import all_arguments
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction
from fullgraph.rules.rewrite.analysis.trees import COMPREHENSIONS, FUNCTIONS, LOOPS, SCOPES

ENTRY = ast.Pass()
"""Binds the parameters."""

State = dict[str, frozenset[ast.stmt]]
"""The statements that may have bound each name last."""

_AT_ONCE = frozenset("any all sum max min list tuple set frozenset dict sorted join".split())
"""Functions that go through the generator that they are given before they return."""
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def headers(statement: ast.stmt) -> list[ast.expr]:
    """The expressions that a statement evaluates itself, without those of the statements inside of it."""
    if isinstance(statement, FUNCTIONS):
        defaults = [*statement.args.defaults, *(one for one in statement.args.kw_defaults if one is not None)]
        return [*statement.decorator_list, *defaults]
    if isinstance(statement, ast.ClassDef):
        return [*statement.decorator_list, *statement.bases, *(keyword.value for keyword in statement.keywords)]
    if isinstance(statement, ast.Try):
        return [handler.type for handler in statement.handlers if handler.type is not None]
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        parts = [(item.context_expr, item.optional_vars) for item in statement.items]
        return [part for pair in parts for part in pair if part is not None]
    if isinstance(statement, ast.Match):
        return [statement.subject, *(case.guard for case in statement.cases if case.guard is not None)]
    return [child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.expr)]


def inside(statement: ast.stmt) -> list[ast.stmt]:
    """The statements directly inside of a statement; none of functions and classes."""
    if isinstance(statement, SCOPES):
        return []
    found: list[ast.stmt] = []
    for name in BLOCKS:
        for item in getattr(statement, name, ()):
            found += [item] if isinstance(item, ast.stmt) else item.body
    return found


def everything_inside(statement: ast.stmt) -> Iterator[ast.stmt]:
    """A statement and all those inside of it."""
    yield statement
    for one in inside(statement):
        yield from everything_inside(one)


class Chains:
    """The def-use chains of a function's body."""

    def __init__(self, function: AnyFunction, parents: Mapping[ast.AST, ast.AST]) -> None:
        self.reads: dict[ast.stmt, State] = {}
        """By statement, the names that it reads, with what may have bound each."""
        self.users: dict[ast.stmt, set[ast.stmt]] = {}
        """By statement, those that may read what it binds."""
        self.pinned: set[str] = set()
        """Names that may be read at any time."""
        self._parents = parents
        self._catching: list[list[State]] = []
        self._loops: list[tuple[list[State], list[State]]] = []
        names = [argument.arg for argument in all_arguments(function.args)]
        body = [] if isinstance(function, ast.Lambda) else function.body
        for statement in body:
            self._pin(statement)
        self._block(body, {name: frozenset({ENTRY}) for name in names})
        for user, state in self.reads.items():
            for definition in frozenset().union(*state.values()):
                self.users.setdefault(definition, set()).add(user)

    def _pin(self, statement: ast.stmt) -> None:
        for node in syntax.walk(statement):
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                self.pinned.update(node.names)
            elif isinstance(node, SCOPES) or (isinstance(node, ast.GeneratorExp) and not self._at_once(node)):
                self.pinned.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
            elif isinstance(node, ast.Try):
                # What leaves a loop through it is not followed.
                final = [part for one in node.finalbody for part in ast.walk(one) if isinstance(part, ast.Name)]
                self.pinned.update(part.id for part in final if not isinstance(part.ctx, ast.Load))

    def _at_once(self, node: ast.GeneratorExp) -> bool:
        call = self._parents.get(node)
        if not isinstance(call, ast.Call) or node not in call.args:
            return False
        return (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")) in _AT_ONCE

    # --- statements ---

    def _block(self, body: Sequence[ast.stmt], state: State | None) -> State | None:
        for statement in body:
            if state is None:
                return None
            self._note(state)
            state = self._statement(statement, state)
            if state is not None:
                self._note(state)
        return state

    def _note(self, state: State) -> None:
        for states in self._catching:
            states.append(state)

    def _statement(self, node: ast.stmt, state: State) -> State | None:
        if isinstance(node, LOOPS):
            return self._loop(node, state)
        state = self._evaluate(node, state)
        if isinstance(node, ast.If):
            return _join(self._block(node.body, state), self._block(node.orelse, state))
        if isinstance(node, (ast.With, ast.AsyncWith)):
            caught: list[State] = [state]
            self._catching.append(caught)
            end = self._block(node.body, state)
            self._catching.pop()
            return _join(end, *caught)  # it may end an exception
        if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            return self._try(node, state)  # type: ignore[arg-type]
        if isinstance(node, ast.Match):
            return _join(state, *(self._block(case.body, state) for case in node.cases))
        if isinstance(node, (ast.Return, ast.Raise)):
            return None
        if isinstance(node, (ast.Break, ast.Continue)) and self._loops:
            self._loops[-1][isinstance(node, ast.Continue)].append(state)
            return None
        return state

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, state: State) -> State | None:
        head = state
        while True:
            begin = self._evaluate(node, head)
            breaks, continues = ends = ([], [])  # type: tuple[list[State], list[State]]
            self._loops.append(ends)
            end = self._block(node.body, begin)
            self._loops.pop()
            after = _join(head, end, *continues)
            assert after is not None
            if after == head:
                return _join(self._block(node.orelse, _join(head, begin)), *breaks)
            head = after

    def _try(self, node: ast.Try, state: State) -> State | None:
        leaving: list[State] = [state]
        caught: list[State] = [state]
        self._catching += [leaving, caught]
        end = self._block(node.body, state)
        self._catching.pop()
        at_handler = _join(*caught)
        assert at_handler is not None
        ends = [self._block(node.orelse, end)]
        for handler in node.handlers:
            begin = {**at_handler, **({handler.name: frozenset({node})} if handler.name else {})}
            ends.append(self._block(handler.body, begin))
        self._catching.pop()
        after = _join(*ends)
        if not node.finalbody:
            return after
        final = self._block(node.finalbody, _join(after, *leaving))
        return final if after is not None else None

    # --- expressions ---

    def _evaluate(self, node: ast.stmt, state: State) -> State:
        """Note what a statement reads itself, and return the state with what it binds."""
        own = bound(node)
        noted = self.reads.setdefault(node, {})
        for name in read(node):
            found = state.get(name, frozenset())
            if name in own.get("walrus", ()):
                found |= {node}
            noted[name] = noted.get(name, frozenset()) | found
        names = own["names"] | own["walrus"]
        return {**state, **dict.fromkeys(names, frozenset({node}))} if names else state


def _join(*states: State | None) -> State | None:
    reached = [state for state in states if state is not None]
    if not reached:
        return None
    first, *others = reached
    found = dict(first)
    for state in others:
        if state is not first:
            for name, definitions in state.items():
                found[name] = found.get(name, frozenset()) | definitions
    return found


def bound(node: ast.stmt) -> dict[str, set[str]]:
    """The names that a statement binds or deletes itself: by ``:=`` (``walrus``), and otherwise (``names``)."""
    names: set[str] = set()
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        names.add(node.name)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        names.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
    elif isinstance(node, ast.Match):
        for part in ast.walk(node):
            if isinstance(part, (ast.MatchAs, ast.MatchStar)) and part.name:
                names.add(part.name)
            elif isinstance(part, ast.MatchMapping) and part.rest:
                names.add(part.rest)
    walrus: set[str] = set()
    for expr in headers(node):
        walrus |= {part.target.id for part in ast.walk(expr) if isinstance(part, ast.NamedExpr)}
        if not isinstance(node, ast.AnnAssign) or node.value is not None:
            names |= {part.id for part in _own_names(expr) if not isinstance(part.ctx, ast.Load)}
    return {"names": names - walrus, "walrus": walrus}


def read(node: ast.stmt) -> set[str]:
    """The names of the function that a statement reads itself."""
    found = {part.id for expr in headers(node) for part in _own_names(expr) if isinstance(part.ctx, ast.Load)}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(node.target.id)
    if isinstance(node, ast.Delete):
        found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def _own_names(expr: ast.AST, hidden: frozenset[str] = frozenset()) -> Iterator[ast.Name]:
    """The names of an expression that are the function's, and not those that a comprehension or lambda binds."""
    if isinstance(expr, ast.Name):
        if expr.id not in hidden:
            yield expr
        return
    if isinstance(expr, ast.Lambda):
        given = frozenset(argument.arg for argument in all_arguments(expr.args))
        parts: Iterable[ast.AST] = (*expr.args.defaults, *(one for one in expr.args.kw_defaults if one is not None))
        for part in parts:
            yield from _own_names(part, hidden)
        yield from _own_names(expr.body, hidden | given)
        return
    if isinstance(expr, COMPREHENSIONS):
        yield from _own_names(expr.generators[0].iter, hidden)
        targets = [part for one in expr.generators for part in ast.walk(one.target) if isinstance(part, ast.Name)]
        inner = hidden | {part.id for part in targets}
        for index, generator in enumerate(expr.generators):
            if index:
                yield from _own_names(generator.iter, inner)
            for test in generator.ifs:
                yield from _own_names(test, inner)
        values = [expr.key, expr.value] if isinstance(expr, ast.DictComp) else [expr.elt]
        for value in values:
            yield from _own_names(value, inner)
        return
    for child in ast.iter_child_nodes(expr):
        yield from _own_names(child, hidden)
