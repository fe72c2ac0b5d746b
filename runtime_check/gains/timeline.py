"""The events of a profiled step, and the time and work in them that each graph break leaves to eager.

TorchDynamo runs what it compiled of a frame in a range ``Torch-Compiled Region: 3/0``, which holds: the call of the
graph; behind it, where a break ended that, what the break leaves to eager; and the frame that goes on behind the break,
in a range of its own. So what runs in the range of a compilation behind its graph, and in no range within, is there for
the break that ended this compilation. A function that Dynamo left to eager as a whole has no range; it is found by the
Python stack.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from fullgraph.runtime_check.gains.kernels import LAUNCHES, NOT_KERNELS

REGION = "Torch-Compiled Region: "
GRAPH = "fullgraph: graph"
CALL = "fullgraph: call"
STEP = "fullgraph: step"
"""Ranges: what Dynamo compiled of a frame; a graph; the call of the target; a step."""
_DYNAMO = ("TorchDynamo Cache Lookup", "Pregraph bytecode")
"""Ranges of what Dynamo does itself, guards above all, which with torch 2.11 make numbers into tensors."""
_BACKWARD = "autograd::engine::evaluate_function: "
_OPERATOR = re.compile(r"\w+::\w+")
_FUNCTION = re.compile(r"(?P<file>.+)\((?P<line>\d+)\): (?P<function>.+)")

READS = frozenset(
    f"aten::{name}" for name in ("_local_scalar_dense", "equal", "nonzero", "masked_select", "_unique2", "unique_dim")
)
"""Operators that wait for the device, since values decide what they give."""
_RUNTIME = re.compile(r"cu(?:da)?[A-Z]\w*")
"""A call into the CUDA runtime or driver."""

Owner = Hashable
"""A graph break; None for whatever is there for none."""


@dataclass(frozen=True)
class Event:
    """One event of the profiler. Times are in microseconds."""

    name: str
    start: float
    end: float
    thread: int = 0
    on_device: bool = False
    id: int = 0
    """A kernel has that of the call that launched it."""
    sequence: int = -1
    """Ties an operator to its part of the backward pass."""
    is_annotation: bool = False


@dataclass
class Span:
    """An event of the thread that runs the step, with its place among the others."""

    event: Event
    kind: Literal["step", "call", "region", "graph", "frame", "dynamo", "operator", "backward", "other"]
    owner: Owner = None
    has_graph: bool = False
    graph_done: bool = False
    holds_own: bool = False
    """There is a region or frame of the same owner within."""
    frame: str = ""


@dataclass
class Cost:
    """What one break has in all the steps."""

    on_thread: float = 0.0
    """Microseconds on the thread that runs the step."""
    elsewhere: float = 0.0
    """Those of the backward pass where a thread of its own runs it, as for a GPU."""
    calls: int = 0
    frames: set[str] = field(default_factory=set)
    operators: int = 0
    backward_operators: int = 0
    syncs: int = 0
    launches: int = 0
    kernels: int = 0
    idle: float = 0.0

    @property
    def microseconds(self) -> float:
        return self.on_thread + self.elsewhere


@dataclass
class Timeline:
    """What was found in the events of some steps."""

    costs: dict[Owner, Cost] = field(default_factory=dict)
    steps: int = 0
    microseconds: float = 0.0
    """Of all steps."""
    graphs: int = 0
    other_operators: int = 0
    pieces: list[tuple[tuple[str, str], dict[Owner, float]]] = field(default_factory=list)
    """The time between two edges of ranges and operators, by owner, and what the edge is; Python's frames left out."""

    def cost(self, owner: Owner) -> Cost:
        return self.costs.setdefault(owner, Cost())


@dataclass(frozen=True)
class Breaks:
    """The breaks, by what shows them in the events."""

    ended_by: dict[str, Owner]
    """By the id of the compilation that one ended: ``3/0``."""
    left: Callable[[str, int, str], Owner] = lambda filename, line, function: None
    """Of a function, by file (the end of its path), first line and name: the break for which it was left to eager."""


def read(events: Iterable[Event], breaks: Breaks, *, is_device: bool) -> Timeline:
    """Find out what each break costs. ``is_device``: kernels and waiting are those of a GPU."""
    every = list(events)
    found = Timeline()
    steps = [one for one in every if one.name == STEP and not one.on_device]
    if not steps:
        return found
    found.steps = len(steps)
    found.microseconds = sum(one.end - one.start for one in steps)
    thread = steps[0].thread
    within = [(one.start, one.end, STEP) for one in sorted(steps, key=lambda one: one.start)]
    own = [one for one in every if one.thread == thread and not one.on_device and _owner_at(one.start, within)]
    spans = [span for one in own if (span := _span(one, breaks)) is not None]
    owned, sequences = _sweep(spans, found, is_device)
    owned += _backward(every, sequences, owned, found)
    owned.sort(key=lambda one: one[:2])
    if is_device:
        _device(every, owned, found)
    return found


def at_other_times(found: Timeline, times: Timeline) -> Timeline:
    """What was found, with the times of other runs of the same steps, in which no Python frames were recorded.

    As it is where the runs are not alike.
    """
    once = found.pieces
    runs = len(times.pieces) // len(once) if once else 0
    if not runs or [key for key, _ in once] * runs != [key for key, _ in times.pieces]:
        return found
    for cost in found.costs.values():
        cost.on_thread = 0.0
    for number, (_, durations) in enumerate(times.pieces):
        total, parts = sum(durations.values()), once[number % len(once)][1]
        whole = sum(parts.values())
        for owner, part in parts.items():
            if owner is not None and whole:
                found.cost(owner).on_thread += total * part / whole / runs * found.steps
    found.microseconds = times.microseconds / times.steps * found.steps
    return found


Owned = tuple[float, float, Owner]
"""From when to when, and for which break."""


def _span(event: Event, breaks: Breaks) -> Span | None:
    name = event.name
    if name.startswith(REGION):
        compilation = name.removeprefix(REGION)
        return Span(event, "region", breaks.ended_by.get(compilation), frame=compilation.partition("/")[0])
    if name in (GRAPH, CALL, STEP):
        kinds: dict[str, Literal["graph", "call", "step"]] = {GRAPH: "graph", CALL: "call", STEP: "step"}
        return Span(event, kinds[name])
    if name in _DYNAMO:
        return Span(event, "dynamo")
    if name.startswith(_BACKWARD):
        return Span(event, "backward")
    function = _FUNCTION.fullmatch(name)
    if function is not None:
        owner = breaks.left(function["file"], int(function["line"]), function["function"])
        return None if owner is None else Span(event, "frame", owner, frame=name)
    if _is_operator(name):
        return Span(event, "operator")
    return Span(event, "other") if event.sequence >= 0 else None


def is_function(name: str) -> bool:
    """Whether an event of this name is the call of a Python function."""
    return _FUNCTION.fullmatch(name) is not None


def _is_operator(name: str) -> bool:
    return _OPERATOR.match(name) is not None and not name.startswith(("autograd::", "torch::autograd::"))


def _owner(stack: Sequence[Span]) -> Owner:
    """The break for which runs what runs here."""
    for span in reversed(stack):
        if span.kind == "frame":
            return span.owner
        if span.kind == "region":
            return span.owner if span.graph_done or not span.has_graph else None
        if span.kind == "backward" and span.owner is not None:
            return span.owner
        if span.kind in ("graph", "step"):
            return None
    return None


def _sweep(spans: list[Span], found: Timeline, is_device: bool) -> tuple[list[Owned], dict[int, Owner]]:
    """Go through the thread's events in order. Returns what is owned, and the owners by sequence number."""
    spans.sort(key=lambda one: (one.event.start, -one.event.end))
    _relate(spans)
    owned: list[Owned] = []
    sequences: dict[int, Owner] = {}
    stack: list[Span] = []
    piece: dict[Owner, float] = {}
    last = spans[0].event.start

    def advance(time: float, span: Span, edge: str) -> None:
        nonlocal last, piece
        owner = _owner(stack)
        if time > last:
            piece[owner] = piece.get(owner, 0.0) + time - last
            if owner is not None:
                found.cost(owner).on_thread += time - last
                owned.append((last, time, owner))
        last = time
        if span.kind != "frame":
            found.pieces.append(((span.event.name, edge), piece))
            piece = {}

    def leave() -> None:
        span = stack[-1]
        advance(span.event.end, span, "end")
        stack.pop()
        if span.kind == "graph":
            region = next((one for one in reversed(stack) if one.kind == "region"), None)
            if region is not None:
                region.graph_done = True

    for span in spans:
        while stack and stack[-1].event.end <= span.event.start:
            leave()
        advance(span.event.start, span, "start")
        owner = _owner(stack)
        if span.kind == "backward" and owner is None:
            span.owner = sequences.get(span.event.sequence)
        _count(span, stack, owner, found, is_device)
        # Of the operators with one number the last to begin makes the node of the backward pass.
        if span.event.sequence >= 0 and all(one.kind != "backward" for one in (span, *stack)):
            sequences[span.event.sequence] = owner
        stack.append(span)
    while stack:
        leave()
    return owned, sequences


def _count(span: Span, stack: Sequence[Span], owner: Owner, found: Timeline, is_device: bool) -> None:
    if span.kind == "graph":
        found.graphs += 1
    if span.kind in ("region", "frame") and span.owner is not None:
        cost = found.cost(span.owner)
        cost.calls += not span.holds_own
        cost.frames.add(span.frame)
    if span.kind != "operator" or any(one.kind == "dynamo" for one in stack):
        return
    if owner is not None:
        cost = found.cost(owner)
        if all(one.kind != "operator" for one in stack):
            cost.operators += 1
            cost.backward_operators += any(one.kind == "backward" for one in stack)
        cost.syncs += not is_device and span.event.name in READS
    elif any(one.kind == "call" for one in stack) and not any(
        one.kind in ("graph", "operator", "backward", "other") for one in stack
    ):
        found.other_operators += 1


def _relate(spans: Iterable[Span]) -> None:
    """Tell each region of its graph, and of regions within that are there for the same break."""
    stack: list[Span] = []
    for span in spans:
        while stack and stack[-1].event.end <= span.event.start:
            stack.pop()
        around = [one for one in stack if one.kind in ("region", "frame")]
        if span.kind == "graph" and around:
            around[-1].has_graph = True
        if span.kind in ("region", "frame") and span.owner is not None:
            for one in around:
                one.holds_own |= one.owner == span.owner
        stack.append(span)


def _backward(
    events: Iterable[Event], sequences: dict[int, Owner], owned: Sequence[Owned], found: Timeline
) -> list[Owned]:
    """The backward pass of operators that ran in eager, on other threads."""
    nodes = [
        (one, owner)
        for one in events
        if one.name.startswith(_BACKWARD)
        and (owner := sequences.get(one.sequence)) is not None
        and _owner_at(one.start, owned) is None
    ]
    operators: dict[int, list[Event]] = {}
    for one in events if nodes else ():
        if _is_operator(one.name):
            operators.setdefault(one.thread, []).append(one)
    for on_thread in operators.values():
        on_thread.sort(key=lambda one: (one.start, -one.end))
    for node, owner in nodes:
        cost = found.cost(owner)
        cost.elsewhere += node.end - node.start
        on_thread = operators.get(node.thread, [])
        end = node.start
        for one in on_thread[bisect_left(on_thread, node.start, key=lambda one: one.start) :]:
            if one.start >= node.end:
                break
            if one.start >= end:
                cost.operators += 1
                cost.backward_operators += 1
                end = one.end
    return [(one.start, one.end, owner) for one, owner in nodes]


def _owner_at(time: float, owned: Sequence[Owned]) -> Owner:
    index = bisect_right(owned, time, key=lambda one: one[0]) - 1
    return owned[index][2] if index >= 0 and time < owned[index][1] else None


def _device(events: Iterable[Event], owned: Sequence[Owned], found: Timeline) -> None:
    """Count what calls into the driver do for each break, and how long the device has nothing to do meanwhile."""
    launched: dict[int, Owner] = {}
    busy: list[tuple[float, float]] = []
    device = []
    for one in events:
        if one.on_device:
            if not one.is_annotation:
                device.append(one)
                busy.append((one.start, one.end))
        elif _RUNTIME.fullmatch(one.name) and (owner := _owner_at(one.start, owned)) is not None:
            cost = found.cost(owner)
            cost.syncs += _waits(one.name)
            if one.name.startswith(LAUNCHES):
                cost.launches += 1
                launched[one.id] = owner
    for one in device:
        if one.id in launched and not one.name.startswith(NOT_KERNELS):
            found.cost(launched[one.id]).kernels += 1
    union = _union(busy)
    for start, end, owner in owned:
        found.cost(owner).idle += end - start - _overlap(start, end, union)


def _waits(name: str) -> bool:
    return "Synchronize" in name or ("Memcpy" in name and "Async" not in name)


def _union(ranges: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same time in ranges that do not overlap, in order."""
    merged: list[tuple[float, float]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _overlap(start: float, end: float, union: Sequence[tuple[float, float]]) -> float:
    index = max(0, bisect_right(union, start, key=lambda one: one[0]) - 1)
    total = 0.0
    while index < len(union) and union[index][0] < end:
        total += max(0.0, min(end, union[index][1]) - max(start, union[index][0]))
        index += 1
    return total
