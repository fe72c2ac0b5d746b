"""One function under interpretation, what happens in it and what rules find there.

Frames, events and findings speak of each other, and so does what a rule may ask of the interpretation, ``Analysis``.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, NamedTuple, Protocol

from fullgraph.lint.dataflow.counters import Count
from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Confidence, Fix, Mode
from fullgraph.lint.diagnostics.reach import Repeats
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.records import dataclass, field
from fullgraph.lint.domain.values import Evidence, Function, Instance, Value, join
from fullgraph.lint.facts.observed import Observed
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module, Project
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.torch_data import TorchData

Env = dict[str, Value]

_serial = itertools.count()


@dataclass(eq=False)
class Root:
    """A place that brings code into compile scope."""

    text: str
    module: Module
    node: ast.AST
    mode: Mode | None = None
    """How it is compiled; None where the settings decide."""
    is_assumed: bool = False
    """Whether nothing says that it is compiled: the ``forward`` of any module."""
    repeats: Repeats = Repeats.ONCE
    """Whether it is one of many that are compiled one by one: the layers of a model."""


@dataclass(eq=False)
class Frame:
    """``function`` is None for a module's own statements."""

    module: Module
    function: FunctionInfo | None = None
    env: Env = field(default_factory=dict)
    closure: Frame | None = None
    caller: Frame | None = None
    call: ast.AST | None = None
    """The node in the caller that led here."""
    root: Root | None = None
    """None outside of compile scope."""
    owner: Value | None = None
    """``self`` of a method."""
    returns: list[Value] = field(default_factory=list)
    heaps: list[Heap] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    suspended: Heap | None = None
    """The state in which a generator yields."""
    findings: list[Finding] = field(default_factory=list)
    statement: ast.stmt | None = None
    loops: list[Loop] = field(default_factory=list)
    conditions: list[PathCondition] = field(default_factory=list)
    """The Python tests under which the statement runs."""
    data_tests: set[ast.expr] = field(default_factory=set)
    """The tests that read tensor data: the graph breaks there, so that they decide nothing while it is traced."""
    assigned: Env = field(default_factory=dict)
    """The last values of names bound by ``:=``, before narrowing."""
    serial: int = field(default_factory=_serial.__next__)
    narrowed: bool = False
    """Whether a test has said something of an attribute: then there are dotted names among the variables."""
    straight: bool = False
    """Whether it runs statements once, whatever loops are around them."""
    sets_outer: bool = False
    """Whether it has set a variable of a function around it."""
    layers: Repeats | None = None
    """How often it calls modules like the one that it calls right now; None where the text of the call tells."""
    tracing: bool = field(init=False)
    """Whether the frame is in compile scope."""
    made: dict[object, int] = field(default_factory=dict)
    """The objects that the frame made, by their sites, each with the number of findings that came before it."""
    iterators: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The variables that hold iterators and views: what made each, and the number of findings that came before it."""
    left_by: set[ast.AST] = field(default_factory=set)
    """The ``with`` statements that TorchDynamo does not enter again behind a break in them, and the calls of ``any``
    and ``all`` whose tests leave the function to eager."""
    compiled_alone: dict[ast.expr, tuple[PathCondition, ...]] = field(default_factory=dict)
    """The comprehensions that TorchDynamo compiles by themselves if eager runs the function, with their conditions."""
    built: dict[ast.Call, tuple[Instance, tuple[PathCondition, ...]]] = field(default_factory=dict)
    """The calls that make modules, each with the first one that it made and its conditions."""
    entry: tuple[Env, Heap] | None = None
    """The state in which the function was entered."""
    raises: bool | None = None
    """Whether breaks raise errors, by the innermost ``error_on_graph_break`` in the function; None: its caller's."""
    tries: list[dict[Raised, list[tuple[Env, Heap]]]] = field(default_factory=list)
    """What is raised in each ``try`` that the statement is in, the innermost one last; with the states in which it is,
    the first and the last."""
    escaped: dict[Raised, None] = field(default_factory=dict)
    """What leaves the function, if a caller may handle it."""
    is_tried: bool = False
    """Whether the function is called in a ``try``, of its caller or of one above."""
    stopped: bool = False
    """Whether the statement always raises what a ``try`` around it may handle."""

    def __post_init__(self) -> None:
        self.tracing = self.root is not None

    @property
    def untraced_site(self) -> tuple[str, str, str]:
        """The site of what its function enters where eager runs the body of the ``with``: it ends no graph there."""
        return "entered", self.module.name, self.function.qualname if self.function is not None else ""

    @property
    def aside(self) -> tuple[int, Frame | None]:
        """The number of calls between this frame and the constructor around it, and that; 0 outside of constructors."""
        count = 0
        frame: Frame | None = self
        while frame is not None and frame.function is not None:
            if frame.function.name == "__init__":
                return count, frame
            count += 1
            frame = frame.caller
        return 0, None

    @property
    def source(self) -> SourceFile:
        return self.module.source

    def around(self, node: ast.expr | ast.stmt) -> ast.stmt:
        """The statement that is run; the one that a node stands in where none is run by itself, as in a lambda."""
        if self.statement is not None:
            return self.statement
        found: ast.AST | None = node
        while found is not None and not isinstance(found, ast.stmt):
            found = self.module.parents.get(found)
        return found if found is not None else ast.copy_location(ast.Pass(), node)

    def text(self, node: ast.AST, limit: int = 60) -> str:
        """The node's source on one line, shortened."""
        if not isinstance(node, (ast.expr, ast.stmt)):
            return ""
        line = " ".join(self.source.segment(node).split())
        return line if len(line) <= limit else line[: limit - 1] + "…"

    def in_loop(self) -> bool:
        frame: Frame | None = self
        while frame is not None:
            if frame.loops:
                return True
            if frame.straight:
                return False
            frame = frame.caller
        return False

    def chain(self) -> list[Frame]:
        """The frames from the root down to this one."""
        frames: list[Frame] = []
        frame: Frame | None = self
        while frame is not None and frame.tracing:
            frames.append(frame)
            frame = frame.caller
        return frames[::-1]

    def trace(self) -> tuple[Step, ...]:
        """Return how this code came into compile scope, root first."""
        if self.root is None:
            return ()
        root = self.root
        steps = [root.module.source.step(root.text, root.node)]
        steps += [
            frame.source.step(frame.function.qualname, frame.function.node)
            for frame in self.chain()
            if frame.function is not None
        ]
        return tuple(steps)


class Raised(NamedTuple):
    """An exception of the code."""

    kind: ClassInfo | str
    """Its class; one of Python by its dotted name."""
    conditions: tuple[PathCondition, ...]
    """The Python tests under which it is raised."""
    surely: bool = False
    """Whether the function has no other way out."""


@dataclass(eq=False)
class Loop:
    """The states in which a loop is left or begun anew by ``break`` and ``continue``."""

    breaks: list[tuple[Env, Heap]] = field(default_factory=list)
    continues: list[tuple[Env, Heap]] = field(default_factory=list)


def render(evidence: Evidence | None, limit: int = 6) -> tuple[Step, ...]:
    """The chain of evidence, first cause first; long chains keep their two ends."""
    links: list[Evidence] = []
    while evidence is not None and len(links) < 50:
        links.append(evidence)
        evidence = evidence.parent
    links.reverse()
    if len(links) > limit:
        links = links[: limit // 2] + links[-limit // 2 :]
    steps = []
    for link in links:
        node = link.node
        text = ""
        if isinstance(node, (ast.expr, ast.stmt)):
            text = " ".join(link.module.source.segment(node).split())
        elif isinstance(node, ast.arg):
            text = node.arg
        text = text if len(text) <= 60 else text[:59] + "…"
        spoken_of, module = link.spoken_of
        steps.append(module.source.step(f"{text}: {link.note}", spoken_of))
    return tuple(steps)


@dataclass(frozen=True)
class Event:
    """Something that Dynamo meets while it traces ``frame``."""

    node: ast.expr | ast.stmt
    frame: Frame
    interp: Analysis

    host: ClassVar[bool] = False
    """Whether rules are told of it outside of compile scope too."""
    in_eager: ClassVar[bool] = False
    """Whether it happens where the function around it runs in eager."""

    @property
    def text(self) -> str:
        """The node's source on one line."""
        return self.frame.text(self.node)


class EarlierBreak(NamedTuple):
    """A break that leaves the rest of its function to eager."""

    module: Module
    node: ast.AST
    """What breaks in the function itself: a call, where it is what that leads to."""
    modes: tuple[Mode, ...]


@dataclass(frozen=True)
class Finding:
    """A rule's answer to an event."""

    event: Event
    message: str
    evidence: tuple[Step, ...] = ()
    confidence: Confidence = "high"
    modes: tuple[Mode, ...] = BOTH_MODES
    fix: Callable[[], Fix | None] | None = None
    """Makes the fix; called only for findings that are reported."""
    at: tuple[Frame, ast.expr | ast.stmt] | None = None
    """The place to report it at, if not the event's node."""
    absorbs: tuple[Finding, ...] = ()
    """Findings that this one stands for."""
    once_changed: bool = False
    """In the default mode it holds only once a number has changed, which is traced as a constant until then."""
    first_only: bool = False
    """It holds in the first call alone, which changes the object that it is about for all others."""
    raises: bool | None = None
    """Whether compiling raises an error there in the default mode too; the interpreter asks the frames where None."""
    uncompiled: bool = False
    """The whole function runs uncompiled, so that nothing that follows in it breaks."""
    escapes: bool = False
    """TorchDynamo takes it for an exception of the code: what calls the function runs uncompiled too."""
    in_caller: bool = False
    """TorchDynamo meets the line only as a part of what calls its function, which it does not compile by itself. Set by
    the interpreter."""
    conditions: tuple[PathCondition, ...] = ()
    """The Python tests that decide whether the line is reached, outermost first. The interpreter adds those around."""
    behind: tuple[EarlierBreak, ...] = ()
    """What leaves the rest of the function to eager in front of it: the first in each mode. Set by the interpreter."""
    repeats: Repeats = Repeats.ONCE
    """How a call of the root repeats the line. Set by the interpreter."""
    code: str = ""
    root: Root | None = None
    """The root that brought the line into scope. Set, as the code is, by the interpreter."""
    elsewhere: tuple[Finding, ...] = ()
    """What the rule answered where the same code runs with other arguments: a fix has to be right there too."""


@dataclass(eq=False)
class Probe:
    """One more run of a part of a frame's code, for a rewrite that asks about it."""

    frame: Frame
    supposed: Mapping[ast.AST, Value]
    """The values that expressions are said to have, whatever they evaluate to: the program after a rewrite."""
    watched: ast.stmt | None = None
    values: dict[ast.AST, Value] = field(default_factory=dict)
    """What the expressions held, in all rounds of a loop."""
    states: list[tuple[Env, Heap]] = field(default_factory=list)
    """The states right before the watched statement, in the end joined into one; none where it was not reached."""

    def note(self, frame: Frame, node: ast.expr, value: Value) -> Value:
        """Record the value of an expression of the frame, and return the one to go on with."""
        if frame is not self.frame:
            return value
        value = self.supposed.get(node, value)
        self.values[node] = join(self.values[node], value) if node in self.values else value
        return value

    def reach(self, frame: Frame, statement: ast.stmt, heap: Heap) -> None:
        """A statement is about to run."""
        if statement is self.watched and frame is self.frame:
            self.states.append((dict(frame.env), heap.copy()))


class Analysis(Protocol):
    """The interpretation that an event comes from, as rules see it."""

    @property
    def project(self) -> Project: ...

    @property
    def torch(self) -> TorchData:
        """Return what is known of the torch that is asked about."""

    @property
    def observed(self) -> Observed:
        """Return what recorded runs saw of functions."""

    @property
    def heap(self) -> Heap:
        """The attributes of all objects, as they are at the event."""

    @property
    def sites(self) -> Mapping[object, tuple[Frame, ast.Call, ClassInfo]]:
        """Return where objects were made: the frame, the call and the class."""

    @property
    def rule_state(self) -> dict[object, Any]:
        """Return what rules have worked out once for many findings, by what it is about."""

    def name(self, frame: Frame, name: str) -> Value:
        """Return what a name holds, from the innermost scope out."""

    def global_name(self, module: Module, name: str) -> Value:
        """Return what a name of a module holds."""

    def generic(self, cls: ClassInfo) -> Instance:
        """Return an object of a class that was made with arguments of which only the annotations are known."""

    def counters(self, module: Module) -> dict[str, list[Count]]:
        """The global numbers of a module that some of its statements count, with these."""

    def evaluate(self, frame: Frame, node: ast.expr) -> Value:
        """The value of an expression."""

    def call(
        self, frame: Frame, node: ast.AST, function: Function, args: Sequence[Value], kwargs: dict[str, Value]
    ) -> Value:
        """The value of a call of a function of the project."""

    def runs_of(self, function: FunctionInfo) -> Sequence[Frame]:
        """The frames of a function's calls, one for each way in which it was interpreted."""

    def calls_of(self, function: FunctionInfo) -> Container[ast.AST]:
        """The calls in compile scope that led to a function."""

    def muted(self, frame: Frame) -> AbstractContextManager[None]:
        """A context in which what rules say of a frame is dropped."""

    def on_copy(self, heap: Heap) -> AbstractContextManager[None]:
        """A context in which everything happens on a copy of a heap, which is dropped at the end."""

    def probed(
        self,
        frame: Frame,
        code: Sequence[ast.stmt] | ast.expr,
        heap: Heap,
        supposed: Mapping[ast.AST, Value] | None = None,
        watched: ast.stmt | None = None,
    ) -> Probe:
        """Run code once more, in this frame and on a copy of a heap.

        ``supposed``: the values that expressions are said to have, whatever they evaluate to.
        """
