"""The values of the names, attributes and other expressions of a line, and why some are unknown."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fullgraph.lint.diagnostics.diagnostic import Position
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.frame import render
from fullgraph.lint.domain.values import (
    NONE,
    External,
    Method,
    Value,
    alternatives,
    scalar_part,
    tensor_part,
)
from fullgraph.lint.explain import words
from fullgraph.lint.explain.causes import Causes
from fullgraph.lint.explain.places import Part, own_expressions
from fullgraph.lint.explain.watch import Run, place_of
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.index import Module, all_arguments, dotted_name


@dataclass(frozen=True)
class Alternative:
    """The value of an expression in some of the interpretations of its function."""

    interpretations: tuple[int, ...]
    """Empty where it holds so in all of them."""
    value: Value
    words: str
    evidence: tuple[Step, ...] = ()
    """Why it is taken for tensor data, up to this line."""
    unknown: str = ""
    """Why nothing is known of it, where that can be told."""


@dataclass(frozen=True)
class Held:
    """One expression of the line."""

    text: str
    start: Position
    end: Position
    after: bool
    """Whether it is a target's value after the statement, rather than an expression's."""
    alternatives: tuple[Alternative, ...]
    """None where it is not evaluated."""


def held(
    interp: Interpreter, module: Module, part: Part, row: int, runs: Sequence[Run], is_function: bool
) -> list[Held]:
    """The expressions of a part that begin on the row (all of the part's, where none does), parts before wholes."""
    look = _Look(interp, module, runs, range(part.first, part.last + 1))
    if isinstance(part.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return look.parameters(part.node, row) if is_function and not part.opener else []
    if isinstance(part.node, (ast.Import, ast.ImportFrom)):
        return look.imports(part.node)
    if isinstance(part.node, ast.ClassDef) or part.opener or not runs:
        return []
    nodes = [node for expr in own_expressions(part.node) for node in _parts_first(expr)]
    on_row = [node for node in nodes if node.lineno == row]
    return look.expressions(part.node, on_row or nodes)


def _parts_first(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of the frame in which ``node`` is evaluated, each after those that it is made of."""
    if not isinstance(node, ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from _parts_first(child)
    if isinstance(node, ast.expr):
        yield node


_LEAVES = (ast.Name, ast.Attribute)
_SILENT = (ast.Slice, ast.Starred, ast.FormattedValue, ast.Lambda)


def _is_literal(node: ast.expr) -> bool:
    """Return whether the text itself says what it is."""
    if isinstance(node, _SILENT):
        return True
    return not any(isinstance(inner, (ast.Name, ast.Call, ast.Attribute, ast.JoinedStr)) for inner in ast.walk(node))


class _Look:
    """Reads the values of expressions out of runs."""

    def __init__(self, interp: Interpreter, module: Module, runs: Sequence[Run], rows: range) -> None:
        self.interp = interp
        self.module = module
        self.runs = runs
        self.rows = rows
        """The rows of the statement."""
        self.wholes: dict[int, ast.expr] = {}
        """The parent of each expression."""
        self.explained: set[object] = set()
        """The chains of evidence that have been told, and their first steps."""

    # Expressions

    def expressions(self, statement: ast.AST, nodes: Sequence[ast.expr]) -> list[Held]:
        found: dict[object, Held] = {}
        self.wholes = wholes = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
        results = {self._outcome(expr) for expr in own_expressions(statement)}  # type: ignore[arg-type]
        for node in nodes:
            if _is_literal(node) or self._is_discarded(node, statement) or self._is_clear(node, wholes.get(id(node))):
                continue
            if not (isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store)):
                alternatives = self._alternatives(node, stored=False)
                if alternatives or self._is_missing(node):
                    entry = self._held(node, alternatives, after=False)
                    found.setdefault((entry.text, tuple(a.words for a in alternatives)), entry)
            after = () if isinstance(node, (ast.Tuple, ast.List)) else self._alternatives(node, stored=True)
            options = tuple(alternative.words for alternative in after)
            takes = isinstance(statement, (ast.For, ast.AsyncFor))
            if after and (options not in results or takes or isinstance(statement, ast.AugAssign)):
                entry = self._held(node, after if takes else _without_evidence(after), after=True)
                found.setdefault((entry.text, "after", options), entry)
        return [entry for entry in found.values() if entry.alternatives or not self._within_missing(entry, found)]

    def _outcome(self, expr: ast.expr) -> tuple[str, ...]:
        explained, self.explained = self.explained, set()
        outcome = tuple(alternative.words for alternative in self._alternatives(expr, stored=False))
        self.explained = explained
        return outcome

    def _is_clear(self, node: ast.expr, whole: ast.AST | None) -> bool:
        """Return whether the text says it all: a part of a dotted name, or a callee outside of the project."""
        values = [option for value in self._values(node) for option in alternatives(value)]
        if not values:
            return False
        if isinstance(whole, ast.Attribute):
            return all(isinstance(value, External) for value in values)
        if isinstance(whole, ast.Call) and node is whole.func:
            return all(isinstance(value, (External, Method)) for value in values)
        return False

    def _is_discarded(self, node: ast.expr, statement: ast.AST) -> bool:
        """Return whether a statement's value is nothing that anyone would ask about."""
        if not isinstance(statement, ast.Expr) or node is not statement.value:
            return False
        values = self._values(node)
        return bool(values) and all(words.is_unknown(value) or value == NONE for value in values)

    def _is_missing(self, node: ast.expr) -> bool:
        """Return whether an expression without a value is one that was not come to."""
        whole = self.wholes.get(id(node))
        if isinstance(whole, ast.Attribute) and self._values(whole):
            return False  # a test said what the attribute is
        inner = [child for child in ast.walk(node) if isinstance(child, ast.expr) and child is not node]
        if any(self._values(child) for child in inner) or isinstance(node, (ast.Tuple, ast.List)):
            return False
        return not isinstance(node, (ast.Name, ast.Attribute)) or isinstance(node.ctx, ast.Load)

    @staticmethod
    def _within_missing(entry: Held, found: dict[object, Held]) -> bool:
        """Only the whole of what was not evaluated is told."""
        return any(
            other is not entry and not other.alternatives and other.start <= entry.start and entry.end <= other.end
            for other in found.values()
        )

    def _values(self, node: ast.AST, stored: bool = False) -> list[Value]:
        place = place_of(node)
        held = [(run.stored if stored else run.values).get(place) for run in self.runs] if place is not None else []
        return [value for value in held if value is not None]

    def _alternatives(self, node: ast.expr, stored: bool) -> tuple[Alternative, ...]:
        place = place_of(node)
        groups: dict[str, tuple[list[int], Value]] = {}
        for number, run in enumerate(self.runs, 1):
            value = (run.stored if stored else run.values).get(place) if place is not None else None
            if value is not None:
                groups.setdefault(words.describe(value, dotted_name(node)), ([], value))[0].append(number)
        everywhere = sum(len(numbers) for numbers, _ in groups.values()) == len(self.runs)
        alternatives = []
        for options, (numbers, value) in groups.items():
            unknown = words.may_be_unknown(value) and not stored
            why = self._why_unknown(node, [self.runs[number - 1] for number in numbers]) if unknown else ""
            which = () if len(groups) == 1 and everywhere else tuple(numbers)
            alternatives.append(Alternative(which, value, options, self._evidence(node, value), why))
        return tuple(alternatives)

    def _held(self, node: ast.expr, alternatives: tuple[Alternative, ...], after: bool) -> Held:
        source = self.module.source
        text = words.source_text(self.module, node, 1000)
        return Held(text, source.start(node), source.end(node), after, alternatives)

    def _evidence(self, node: ast.expr, value: Value) -> tuple[Step, ...]:
        """The steps that led to the value before this statement; not those that were told of a part of it."""
        part = tensor_part(value) or scalar_part(value)
        link = part.evidence if part is not None else None
        while link is not None and link.module is self.module and getattr(link.node, "lineno", 0) in self.rows:
            link = link.parent
        steps = render(link)
        if not steps or steps in self.explained or (not isinstance(node, _LEAVES) and steps[0] in self.explained):
            return ()
        self.explained.update((steps, steps[0]))
        return steps

    # Other parts

    def parameters(self, function: ast.FunctionDef | ast.AsyncFunctionDef, row: int) -> list[Held]:
        """Return what the parameters hold when the function begins."""
        arguments = all_arguments(function.args)
        on_row = [argument for argument in arguments if argument.lineno == row] or arguments
        found = []
        for argument in on_row:
            groups: dict[str, tuple[list[int], Value]] = {}
            for number, run in enumerate(self.runs, 1):
                value = run.parameters.get(argument.arg)
                if value is not None:
                    groups.setdefault(words.describe(value, argument.arg), ([], value))[0].append(number)
            alternatives = tuple(
                Alternative(tuple(numbers) if len(groups) > 1 else (), value, options, _evidence(value))
                for options, (numbers, value) in groups.items()
            )
            start = Position(argument.lineno, self.module.source.column(argument.lineno, argument.col_offset))
            end = Position(start.row, start.column + len(argument.arg))
            found.append(Held(argument.arg, start, end, False, alternatives))
        return found

    def imports(self, node: ast.Import | ast.ImportFrom) -> list[Held]:
        """Return what the imported names stand for."""
        found = []
        for alias in node.names:
            if alias.name == "*":
                continue
            if isinstance(node, ast.ImportFrom):
                value = self.interp.member(self.module.absolute(node), alias.name)
            else:
                value = self.interp.imported(alias.name if alias.asname else alias.name.split(".")[0])
            name = alias.asname or alias.name
            source = self.module.source
            start = Position(alias.lineno, source.column(alias.lineno, alias.col_offset))
            end = Position(start.row, start.column + len(name))
            found.append(Held(name, start, end, False, (Alternative((), value, words.describe(value)),)))
        return found

    def _why_unknown(self, node: ast.expr, runs: Sequence[Run]) -> str:
        """Return where what is known is lost, if that is not told by another expression of the line."""
        for run in runs:
            why = self._lost(node, run)
            if why:
                break
        if not why or why in self.explained:
            return ""
        self.explained.add(why)
        return why

    def _lost(self, node: ast.expr, run: Run) -> str:
        cause = Causes(self.interp, run).of(node)
        if cause is None:
            return ""
        if cause.node is node:
            return cause.why
        if cause.node.lineno in self.rows or not isinstance(node, _LEAVES):
            return ""
        text, where = words.source_text(self.module, cause.node), self.module.source.named(cause.node.lineno)
        what = f"what `{text}` in {where} contains" if cause.inside else f"`{text}` in {where}"
        return f"since {what} is{f': {cause.why}' if cause.why else ''}"


def _without_evidence(alternatives: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """Return what is assigned stands on the line itself, and so does why it is what it is."""
    return tuple(replace(alternative, evidence=()) for alternative in alternatives)


def _evidence(value: Value) -> tuple[Step, ...]:
    part = tensor_part(value) or scalar_part(value)
    return render(part.evidence) if part is not None else ()
