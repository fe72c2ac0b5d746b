"""What the graph breaks of a compiled target cost: some of its steps under `torch.profiler`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from fullgraph.runtime_check.gains import timeline
from fullgraph.runtime_check.gains.timeline import Breaks, Cost, Event, Timeline
from fullgraph.runtime_check.observe.breaks import Break, Frame, plain_name
from fullgraph.runtime_check.results import BreakCost, BreakCosts, Cause, ObservedBreak, Place, cause_of
from fullgraph.runtime_check.source_lines import OWN_FOLDER
from fullgraph.runtime_check.step import measure
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.step.train_step import TrainStep

SECONDS = 1.0
"""For so long steps are profiled,"""
MOST_PASSES = 10
"""but not more often over the input sets than this, and once at least."""
_GRAPHS = "__compiled_fn"
"""How Dynamo's names of compiled graphs begin, in the globals of what calls them."""
_UNKNOWN = "no graph ran in the profiled steps, so the code between graphs is unknown"
_COMPILED = "it recompiled something in the profiled steps"


def take(
    stepper: Stepper,
    compiled: Callable[..., Any],
    found: Sequence[ObservedBreak],
    ended_by: Mapping[str, Break],
    *,
    compiled_with: str,
    timed: bool,
) -> BreakCosts:
    """Profile the steps of a compiled target, which must be warm, and say what the breaks cost that were found.

    ``ended_by`` are the breaks as `Capture` has them of this compile. Without ``timed`` there are counts, no times.
    """
    from torch._dynamo.utils import counters

    left = {_code(place): cause_of(one) for one in found if "default" in one.modes for place in one.left}
    left |= {_code(frame): _cause_of(one) for one in ended_by.values() for frame in one.left}
    breaks = Breaks({name: _cause_of(one) for name, one in ended_by.items()})
    device = stepper.device
    costs = BreakCosts(compiled_with=compiled_with)
    with _marked_graphs():
        # What a train step does itself is in eager for no break.
        is_step = isinstance(stepper.target.fn, TrainStep)
        one_pass = stepper.timed_pass(compiled if is_step else _called(compiled))
        seconds = measure.once(one_pass, device)
        before = counters["frames"]["total"]
        passes = max(1, min(MOST_PASSES, int(SECONDS / seconds))) if timed else 1
        times = timeline.read(_profiled(one_pass, device, passes), breaks, is_device=device.type == "cuda")
        every = times
        if left:
            every = timeline.read(
                _profiled(one_pass, device, 1, with_stack=True),
                Breaks(breaks.ended_by, lambda filename, line, name: _left(left, filename, line, name)),
                is_device=device.type == "cuda",
            )
            every = timeline.at_other_times(every, times)
    stepper.clear_gradients()
    if counters["frames"]["total"] != before:
        costs.note = _COMPILED
    elif not every.graphs and not every.costs:  # functions that were left to eager are known without a graph
        costs.note = _UNKNOWN
    else:
        _fill(costs, every, ended_by.values(), len(stepper.calls), timed=timed, on_gpu=device.type == "cuda")
        costs.steps = times.steps * len(stepper.calls)
    return costs


def _fill(
    costs: BreakCosts,
    seen: Timeline,
    every: Collection[Break],
    calls: int,
    *,
    timed: bool,
    on_gpu: bool,
) -> None:
    steps = seen.steps * calls
    if timed:
        costs.step_seconds = seen.microseconds / 1e6 / steps
    costs.other_operators = seen.other_operators / steps
    for cause, one in seen.costs.items():
        assert isinstance(cause, tuple)
        made = _cost(cause, one, steps, on_gpu=on_gpu)
        stacks = _stacks(cause, every)
        made.place.function = next((stack[-1].function for stack in stacks), None)
        callers = dict.fromkeys(stack[-2] for stack in stacks if len(stack) > 1)
        made.callers = [Place(one.filename, one.line, one.function) for one in callers] if len(callers) > 1 else []
        if timed:
            made.seconds = one.microseconds / 1e6 / steps
            made.share = one.microseconds / seen.microseconds if seen.microseconds else 0.0
            made.idle_seconds = one.idle / 1e6 / steps if on_gpu else None
        costs.causes.append(made)
    costs.causes.sort(key=lambda one: (one.share or 0.0, one.operators, one.syncs, one.calls), reverse=True)


def _cost(cause: Cause, one: Cost, steps: int, *, on_gpu: bool) -> BreakCost:
    filename, line, reason, registry_id = cause
    return BreakCost(
        Place(filename, line),
        reason,
        registry_id,
        calls=one.calls / steps,
        frames=len(one.frames),
        operators=one.operators / steps,
        backward_operators=one.backward_operators / steps,
        syncs=one.syncs / steps,
        launches=one.launches / steps if on_gpu else None,
        kernels=one.kernels / steps if on_gpu else None,
    )


def _cause_of(one: Break) -> Cause:
    return one.filename, one.line, one.reason, one.registry_id


def _stacks(cause: Cause, every: Iterable[Break]) -> list[list[Frame]]:
    """The calls that lead to a break, outermost first, each way once.

    Where Dynamo gives up on a caller, too, it leaves out the calls between: such a stack is part of another.
    """
    found: list[list[Frame]] = []
    for one in every:
        if _cause_of(one) == cause:
            stack = [frame for frame in one.user_stack if not frame.filename.startswith(OWN_FOLDER)]
            while stack and (stack[-1].filename, stack[-1].line) != cause[:2]:
                stack.pop()
            found += [stack] if stack and stack not in found else []
    return [one for one in found if not any(other is not one and _is_part(one, other) for other in found)]


def _is_part(stack: Sequence[Frame], other: Sequence[Frame]) -> bool:
    rest = iter(other)
    return all(frame in rest for frame in stack)


_Code = tuple[int, str]


def _code(place: Place | Frame) -> tuple[_Code, str]:
    return (place.line, plain_name(place.function or "")), place.filename


def _left(left: Mapping[tuple[_Code, str], Cause], filename: str, line: int, function: str) -> Cause | None:
    """The profiler has the end of a file's path."""
    code = (line, plain_name(function))
    return next((cause for (key, full), cause in left.items() if key == code and full.endswith(filename)), None)


def _called(compiled: Callable[..., Any]) -> Callable[..., Any]:
    """The target, its calls in a range."""

    def call(*args: Any, **kwargs: Any) -> Any:
        with torch.profiler.record_function(timeline.CALL):
            return compiled(*args, **kwargs)

    return call


def _profiled(step: Callable[[], object], device: torch.device, times: int, *, with_stack: bool = False) -> list[Event]:
    from torch.profiler import ProfilerActivity, profile

    on_gpu = device.type == "cuda"
    activities = [ProfilerActivity.CPU, *([ProfilerActivity.CUDA] if on_gpu else [])]
    measure.synchronize(device)
    with profile(activities=activities, with_stack=with_stack) as found:
        for _ in range(times):
            with torch.profiler.record_function(timeline.STEP):
                step()
                measure.synchronize(device)
    operators = [
        Event(
            one.name,
            one.time_range.start,
            one.time_range.end,
            one.thread,
            one.device_type != torch._C._autograd.DeviceType.CPU,
            one.id,
            one.sequence_nr,
            one.is_user_annotation,
        )
        for one in found.events() or ()
        if not timeline.is_function(one.name)
    ]
    return [*operators, *_functions(found)] if with_stack else operators


def _functions(found: torch.profiler.profile) -> Iterator[Event]:
    """The calls of Python functions, which `events()` of torch 2.11 leaves out."""
    assert found.profiler is not None and found.profiler.kineto_results is not None
    results = found.profiler.kineto_results
    start = results.trace_start_ns()
    waiting = list(results.experimental_event_tree())
    while waiting:
        one = waiting.pop()
        waiting += one.children
        if timeline.is_function(one.name):
            yield Event(one.name, (one.start_time_ns - start) / 1e3, (one.end_time_ns - start) / 1e3, one.start_tid)


@contextmanager
def _marked_graphs() -> Iterator[None]:
    """Put each call of a compiled graph into a range, on whatever backend.

    The code that Dynamo makes of a frame takes its graph from the globals of the frame, by a name of its own.
    """
    spaces = {id(vars(module)): vars(module) for module in list(sys.modules.values()) if _has_globals(module)}
    graphs = [
        (space, name, space[name])
        for space in spaces.values()
        for name in list(space)
        if isinstance(name, str) and name.startswith(_GRAPHS) and callable(space[name])
    ]
    for space, name, graph in graphs:
        space[name] = _in_range(graph)
    try:
        yield
    finally:
        for space, name, graph in graphs:
            if name in space:
                space[name] = graph


def _has_globals(module: object) -> bool:
    return isinstance(getattr(module, "__dict__", None), dict)


def _in_range(graph: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        with torch._C._profiler._RecordFunctionFast(timeline.GRAPH):
            return graph(*args)

    made: Callable[..., Any] = torch._dynamo.disable(call)  # type: ignore[no-untyped-call]
    return made
