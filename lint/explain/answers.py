"""The parts of an explanation, and how they are found out."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.cells import SUFFIX, Cells
from fullgraph.lint.diagnostics.diagnostic import Fault, InputError, Mode
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.frame import Frame, Root
from fullgraph.lint.domain.values import ClassValue, Value
from fullgraph.lint.engine import api
from fullgraph.lint.explain import findings, places, values, words
from fullgraph.lint.explain.findings import Claim
from fullgraph.lint.explain.places import Part
from fullgraph.lint.explain.reasons import NO_ROOT, Reasons, function_info
from fullgraph.lint.explain.values import Held
from fullgraph.lint.explain.watch import Run, Watch
from fullgraph.lint.explain.ways import Ways
from fullgraph.lint.interpreter import parameters
from fullgraph.lint.interpreter.arguments import ANY_REST
from fullgraph.lint.interpreter.hooks import Hooks
from fullgraph.lint.project.index import Module, Project
from fullgraph.lint.registry.rule import load_rules
from fullgraph.lint.roots.roots import Roots
from fullgraph.lint.source.discovery import shorten
from fullgraph.lint.source.source_file import SourceError, SourceFile

MAX_WAYS = 6
"""Ways that are told; the others are counted."""

MAX_TEXT = 80

Kind = Literal["code", "blank", "comment", "string"]


@dataclass(frozen=True)
class Target:
    """The line that is asked about."""

    path: Path
    row: int

    @classmethod
    def parse(cls, place: str) -> Target:
        """Read ``FILE:LINE``, also with a column behind it. Raises SourceError for other text."""
        if re.match(rf".+{re.escape(SUFFIX)}:", place):
            return cls.in_notebook(place)
        match = re.fullmatch(r"(.+?):(\d+)(?::\d+)?:?", place, re.DOTALL)
        if match is None:
            raise SourceError(InputError(place or '""', "this names no line; write FILE:LINE, such as model.py:12"))
        return cls(shorten(Path(match[1])), int(match[2]))

    @classmethod
    def in_notebook(cls, place: str) -> Target:
        """Read ``FILE:CELL:LINE``. Raises SourceError where there is no such code cell."""
        match = re.fullmatch(r"(.+?):(?:cell )?(\d+):(\d+)(?::\d+)?:?", place, re.DOTALL)
        if match is None:
            raise SourceError(InputError(place, "in a notebook a line is FILE:CELL:LINE, such as train.ipynb:3:12"))
        path = shorten(Path(match[1]))
        source, number, line = SourceFile.read(path), int(match[2]), int(match[3])
        row = source.cells.row(number, line) if source.cells is not None else None
        if row is None:
            raise SourceError(InputError(str(path), f"there is no code cell {number}"))
        if row > len(source.lines) or source.cells is None or source.cells.place(row) != (number, line):
            raise SourceError(InputError(str(path), f"there is no line {line} in cell {number}"))
        return cls(path, row)


@dataclass(frozen=True)
class Way:
    """One way from a root to the line."""

    mode: Mode
    steps: tuple[Step, ...]
    interpretation: int
    """Which of the interpretations of the function it leads to, from 1."""


@dataclass
class Answer:
    """The analysis of one statement, header or lambda of the line."""

    what: str
    """The construct there, in a few words."""
    text: str
    first: int
    last: int
    in_scope: bool = False
    opener: bool = False
    """The line only opens the block in which it comes first."""
    is_header: bool = False
    """It defines a function: whether its body is in scope is what counts."""
    ways: list[Way] = field(default_factory=list)
    more_ways: int = 0
    interpretations: int = 0
    reasons: list[str] = field(default_factory=list)
    """Why it is not in scope, or not on every way."""
    held: list[Held] = field(default_factory=list)
    assumed: bool = False
    """No root leads to the values: they are those of a call with arguments of which only annotations are known."""


@dataclass
class Explanation:
    """All that is known of a line."""

    filename: str
    row: int
    line: str
    kind: Kind
    answers: list[Answer] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    files_read: int = 1
    faults: list[Fault] = field(default_factory=list)
    """The internal errors on the way, wherever in what was read."""
    cells: Cells | None = None
    """Of a notebook: which cells the rows of its text, counted here, are shown as."""


def answer(
    target: Target, module: Module, modules: Sequence[Module], project: Project, options: Options
) -> Explanation:
    """Interpret as ``check`` does, and look at the line."""
    row = target.row
    line = module.source.lines[row - 1].rstrip("\r\n")
    explanation = Explanation(
        module.source.display, row, line, "code", files_read=len(modules), cells=module.source.cells
    )
    stands = places.parts(module, row) if row in places.code_rows(module.source.lines) else []
    if not stands:
        explanation.kind = "comment" if line.strip() else "blank"
        explanation.notes += _nothing(module, row)
        return explanation
    if all(places.is_string(part.node) for part in stands):
        explanation.kind = "string"
        return explanation
    return _Asked(explanation, stands, module, modules, project, options).run()


def _nothing(module: Module, row: int) -> Iterator[str]:
    """Return where the nearest code is."""
    for statement in places.innermost(module.tree.body, row):
        where = module.source.named(statement.lineno, statement.end_lineno)
        yield f"it is inside the statement in {where}"
        return
    rows = places.code_rows(module.source.lines)
    following = next((later for later in range(row + 1, len(module.source.lines) + 1) if later in rows), None)
    if following is not None:
        yield f"the next line with code is {module.source.named(following)}"


class _Asked:
    """One question about a line, on the way to its answer."""

    def __init__(
        self,
        explanation: Explanation,
        stands: list[Part],
        module: Module,
        modules: Sequence[Module],
        project: Project,
        options: Options,
    ) -> None:
        self.explanation = explanation
        self.stands = stands
        self.module = module
        self.modules = modules
        self.options = options
        rules = load_rules()
        self.rules = {rule.code: rule for rule in rules}
        self.interp = api.interpreter(project, options, rules)
        function = self._function(stands[-1])
        first = min(stands[0].first, function.lineno if function is not None else stands[0].first)
        last = (function or stands[-1].node).end_lineno or first
        self.watch = Watch(module, range(first, last + 1), function)
        self.ways = Ways()
        self.reasons = Reasons(self.watch, self.ways, options, modules if module in modules else [*modules, module])

    def run(self) -> Explanation:
        self.interp.observer = self.watch
        roots = Roots(self.interp, self.options.scope, self.options.roots)
        found = roots.run(self.modules)
        with roots.apart(self.module, self.stands[-1].node, "the line"):
            self._assume()
        self.interp.observer = None
        self.explanation.answers = [self._answer(part) for part in self.stands]
        self.explanation.claims = findings.claims(
            found,
            self.watch,
            self.ways,
            self.stands,
            self.module,
            self.modules,
            self.rules,
            self.options,
            self.interp.faults,
        )
        self.explanation.faults += self.interp.faults.found
        reasons = [reason for answer in self.explanation.answers for reason in answer.reasons]
        if len(self.modules) == 1 and any(reason.startswith(NO_ROOT) for reason in reasons):
            self.explanation.notes.append(
                f"only {self.module.source.path.name} was read as a place to start from: for ways from other files, "
                "give these too, behind FILE:LINE"
            )
        for root in self.watch.limited:
            self.explanation.notes.append(
                f"{root.text} was not interpreted to its end, since it takes too many steps: parts of it are unknown"
            )
        return self.explanation

    def _function(self, part: Part) -> places.FunctionNode | ast.Lambda | None:
        """The function of which the line is a part, be it its header."""
        if isinstance(part.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and not part.opener:
            return part.node
        return places.function_around(self.module, part.node)

    def _assume(self) -> None:
        """Return where no root leads to the line: what would its expressions hold?"""
        function = self.watch.function
        runs = [run for run in self.watch.runs if run.function is not None and run.function.node is function]
        interp = self.interp
        interp.hooks = Hooks()
        self.watch.assuming = True
        if function is None:
            simple = [
                part.node for part in self.stands if isinstance(part.node, ast.stmt) and not places.blocks(part.node)
            ]
            done = {statement for run in self.watch.runs for statement in run.ran}
            interp.start()
            interp.run(Frame(self.module), [statement for statement in simple if statement not in done])
        elif not any(run.compiled or run.ran for run in runs) and places.function_around(self.module, function) is None:
            info = function_info(self.module, function)
            bound: Value | None = None
            if info.owner is not None and "staticmethod" not in info.decorator_names:
                in_class = "classmethod" in info.decorator_names
                bound = ClassValue(info.owner) if in_class else interp.generic(info.owner)
            interp.start()
            root = Root("if it were compiled", self.module, function)
            env = parameters.bind(interp, info, [bound] if bound is not None else [], {}, ANY_REST)
            frame = Frame(self.module, info, env, root=root, owner=bound)
            self.watch.entered(frame, None)
            interp.execute(frame)

    # One part

    def _answer(self, part: Part) -> Answer:
        node = part.node
        first, last = part.first, part.last
        done = Answer(_what(part), self._text(node), first, last, opener=part.opener)
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and not part.opener
        done.is_header = is_function and not isinstance(node, ast.Lambda)
        function = self._function(part)
        runs = [run for run in self.watch.runs if run.function is not None and run.function.node is function]
        if function is None:
            runs = [run for run in self.watch.runs if isinstance(node, ast.stmt) and node in run.ran]
        live: list[Run] = []
        if function is not None:
            probe = self._first(function) if is_function else node
            compiled = [run for run in runs if run.compiled]
            live = [run for run in compiled if self.reasons.in_run(run, probe) is None]
            if not live or len(live) < len(compiled):
                done.reasons = self.reasons.of(probe, function)
        else:
            done.reasons = self.reasons.of(node, None)
        done.in_scope = bool(live)
        shown = live or [run for run in runs if run.compiled] or runs
        if isinstance(node, ast.stmt) and not is_function:
            shown = [run for run in shown if node in run.ran]
        done.assumed = not live and any(run.assumed and run.root is not None for run in shown)
        done.interpretations = len(live)
        self._add_ways(done, live)
        done.held = values.held(self.interp, self.module, part, self.explanation.row, shown, done.is_header)
        return done

    def _first(self, function: places.FunctionNode | ast.Lambda) -> ast.stmt | ast.Lambda:
        return function if isinstance(function, ast.Lambda) else function.body[0]

    def _add_ways(self, done: Answer, live: list[Run]) -> None:
        """One way for each interpretation, then others."""
        firsts = [next(self.ways.shortest([run])) for run in live[:MAX_WAYS]]
        listed = {steps for _, steps in firsts}
        others = (way for way in self.ways.shortest(live) if way[1] not in listed)
        chosen = [*firsts, *itertools.islice(others, MAX_WAYS - len(firsts))]
        numbers = {run: number for number, run in enumerate(live, 1)}
        done.ways = [Way(self._mode_of(run), steps, numbers[run]) for run, steps in chosen]
        done.more_ways = sum(self.ways.count(run) for run in live) - len(done.ways)

    def _mode_of(self, run: Run) -> Mode:
        return (run.root.mode or self.options.mode) if run.root is not None else "default"

    def _text(self, node: ast.stmt | ast.Lambda) -> str:
        text = words.source_text(self.module, node, MAX_TEXT)
        if isinstance(node, ast.stmt) and places.blocks(node):
            text = " ".join(self.module.source.segment(node).split("\n")[0].split())
        return text


def _what(part: Part) -> str:
    """Return what stands on the line."""
    node = part.node
    if part.opener:
        return "the line opens a block; this is its first statement"
    names: dict[type, str] = {
        ast.FunctionDef: "the header of a function",
        ast.AsyncFunctionDef: "the header of a function",
        ast.ClassDef: "the header of a class",
        ast.Lambda: "a lambda",
        ast.If: "the header of an if",
        ast.For: "the header of a loop",
        ast.AsyncFor: "the header of a loop",
        ast.While: "the header of a loop",
        ast.With: "the header of a with",
        ast.AsyncWith: "the header of a with",
        ast.Try: "the header of a try",
        ast.Match: "the header of a match",
    }
    return names.get(type(node), "a statement")


__all__ = ["Answer", "Claim", "Explanation", "Held", "Target", "Way", "answer"]
