"""The results of a verification, as plain data: a `Report` of `TargetReport`s, each of one or two `Run`s."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.expect.model import Comparison as Expected

Status = Literal["pass", "fail", "skipped", "slower"]
"""``slower``: what was timed is slower than eager. That is no fault, and no gain either."""

CHECKS: tuple[tuple[str, str], ...] = (
    ("eager", "runs in eager"),
    ("breaks", "no graph break"),
    ("fullgraph", "compiles with fullgraph=True"),
    ("steady", "no recompile in the steady state"),
    ("numerics", "same values as eager"),
    ("effects", "same side effects as eager"),
    ("gains", "timed against eager"),
)
"""The checks in their order: the name in JSON, and what it says when it passes."""


@dataclass
class Verdict:
    """The outcome of one check. ``summary`` is one line; for all but ``pass`` it says why."""

    check: str
    status: Status
    summary: str
    notes: list[str] = field(default_factory=list)


@dataclass
class Place:
    """A line of a file, with its text where it could be read."""

    filename: str
    line: int
    function: str | None = None
    source: str | None = None


@dataclass
class SourceLines:
    """Lines of a file around what is reported there."""

    filename: str
    line: int
    """The number of the first."""
    lines: list[str]


@dataclass
class Excerpt:
    """Some lines of a file, as they stand there."""

    first: int
    """The number of the first of ``lines``."""
    line: int
    """The number of the line that it is about."""
    lines: list[str] = field(default_factory=list)

    def as_text(self) -> str:
        """The lines with their numbers, and ``>`` before the one that it is about."""
        width = len(str(self.first + len(self.lines) - 1))
        rows = enumerate(self.lines, self.first)
        return "\n".join(f"{'>' if n == self.line else ' '} {n:{width}} | {text}".rstrip() for n, text in rows)


@dataclass
class ObservedBreak:
    """A graph break that TorchDynamo reported."""

    place: Place
    reason: str
    registry_id: str | None
    url: str | None
    explanation: str
    kind: Literal["break", "skip", "induced"]
    """``skip``: the whole function runs in eager; ``induced``: a comprehension is compiled alone for that."""
    stack: list[Place] = field(default_factory=list)
    """The user's and the libraries' frames, outermost first."""
    predicted_by: list[str] = field(default_factory=list)
    """The codes of ``check`` that named this line, for any of ``modes``; empty if it missed it."""
    predicted_at: list[Place] = field(default_factory=list)
    """The lines at which ``check`` reports it, the break's own or one that leads there."""
    modes: list[str] = field(default_factory=lambda: ["default"])
    """In which of ``default`` and ``fullgraph`` it breaks."""
    missed_in: list[str] = field(default_factory=list)
    """The ``modes`` for which ``check`` did not predict it."""
    resumes: bool = True
    """False where TorchDynamo cannot resume behind it: the rest of the function runs in eager."""
    left: list[Place] = field(default_factory=list)
    """The functions that were left to eager for it, by their first lines; the one that breaks may not be among them."""
    not_followed: str | None = None
    """The installed package that it lies in, where ``check`` does not read that one."""
    excerpt: Excerpt | None = None
    """The source around the line."""


@dataclass
class BreakCost:
    """The cost of one cause of graph breaks: a line and a reason, however many calls and frames reach it.

    Figures are per step, on average over the input sets. What stands between two compiled graphs for this break counts:
    the operators that run in eager, and the time from the end of the one to the begin of the other.
    """

    place: Place
    reason: str
    registry_id: str | None = None
    calls: float = 0.0
    """How often a step runs into it; a function that is left to eager counts once, however often it loops."""
    callers: list[Place] = field(default_factory=list)
    """The lines that call the function with the break, where several do."""
    frames: int = 0
    """Frames that Dynamo has split at it or left to eager for it."""
    operators: float = 0.0
    """Operators that run in eager, forward and backward; those that others call are not counted."""
    backward_operators: float = 0.0
    """Of ``operators``, those of the backward pass."""
    syncs: float = 0.0
    """Times that the host waits for the device; on the CPU, operators that would wait for a GPU."""
    launches: float | None = None
    """Calls into the driver that start work on the device; None on the CPU."""
    kernels: float | None = None
    """Kernels that those start."""
    seconds: float | None = None
    """The time that passes on the host; None where nothing was timed."""
    share: float | None = None
    """Of the time of the step."""
    idle_seconds: float | None = None
    """Of ``seconds``, those in which the device had nothing to do; None on the CPU."""


@dataclass
class BreakCosts:
    """What the graph breaks of the default mode cost, by `torch.profiler`; the most expensive one first."""

    causes: list[BreakCost] = field(default_factory=list)
    compiled_with: str = ""
    step_seconds: float | None = None
    """Of a step under the profiler, which slows it down a little; None where nothing was timed."""
    steps: int = 0
    """So many were profiled."""
    other_operators: float = 0.0
    """Operators that run in eager within the call, and not for a break that is known; 0 for a train step."""
    note: str = ""
    """The reason why nothing was measured, or what is not known."""

    def of(self, found: ObservedBreak) -> BreakCost | None:
        """The cost of this break, where steps run into it."""
        return next((one for one in self.causes if cause_of(one) == cause_of(found)), None)


Cause = tuple[str, int, str, str | None]


def cause_of(found: ObservedBreak | BreakCost) -> Cause:
    """One cause of breaks: file, line, reason and registry id."""
    return found.place.filename, found.place.line, found.reason, found.registry_id


@dataclass
class CommonCause:
    """One cause of graph breaks over all targets of a report."""

    place: Place
    reason: str
    registry_id: str | None
    targets: list[str] = field(default_factory=list)
    """Those that have it."""
    share: float | None = None
    """Of the time of a step, where it is largest; None where nothing was timed."""
    operators: float | None = None
    """Operators that run in eager for it in a step, where they are most."""


@dataclass
class Prediction:
    """Something that ``check`` said would break and that did not."""

    code: str
    message: str
    place: Place
    reached: bool
    """False: these inputs never ran the line, or the part of it that the claim is about, or in another mode of the
    modules than the claim is about, or its function was left to eager, or the compiled call raised: the claim was not
    tested."""
    modes: list[str] = field(default_factory=lambda: ["default"])
    """In which of ``default`` and ``fullgraph`` it was predicted and did not happen."""
    unmet: bool = False
    """The line ran, but not under a condition that the claim names: it was not tested for that alone."""


@dataclass
class ObservedRecompile:
    """A function compiled more than once, and the guard that failed."""

    place: Place
    guard: str
    steady: bool
    """True if it happened after the warm-up."""
    advice: str = ""
    """Advice on this guard."""
    kind: str = "other"
    """The subject of the guard, in a word: ``size``, ``dtype``, ``number``, ``length`` ..."""
    used: Place | None = None
    """The line that used the value, where the guard names one."""
    over_limit: bool = False
    """True if TorchDynamo did not compile it any more, because the function had been compiled too often."""

    @property
    def to_mend(self) -> bool:
        """Not just what the first inputs of their kind cost."""
        return self.steady or self.over_limit


@dataclass(frozen=True)
class EffectDifference:
    """Something that a step does in eager and not compiled, or the other way round."""

    kind: Literal["output", "value", "tensor", "random"]
    """Output, logs and warnings; a plain value, or a tensor, of a module or an argument; a generator."""
    text: str
    lost: bool = True
    """Done in eager and not compiled."""
    is_flag: bool = False
    """A value that is True after a step in eager, and False compiled."""


@dataclass
class Numerics:
    """The distance of the compiled values from eager's."""

    compared: int
    """Tensors compared: outputs, gradients, mutated inputs."""
    max_error: float
    """Largest absolute difference between compiled and eager."""
    max_relative_error: float
    """The same, relative to the largest magnitude in that tensor."""
    worst: str | None
    """The tensor with the largest relative error."""
    reference: Literal["float64", "eager"]
    """The values that the error was judged against."""
    eager_error: float | None = None
    """Largest absolute difference between eager and the float64 reference."""
    compiled_error: float | None = None
    """Largest absolute difference between compiled and the float64 reference."""
    loss_eager: float | None = None
    loss_compiled: float | None = None
    gradients: int = 0
    """The number of gradients among the compared tensors."""


Comparison = Literal["faster", "slower", "same"]


@dataclass
class Timing:
    """Seconds per call: the median and the quartiles around it."""

    median: float
    low: float
    high: float
    samples: int
    rounds: list[float] = field(default_factory=list)
    """The median of each turn. What is compared took its turns in the same order, so that they are pairs."""


@dataclass
class Ratio:
    """How many times as fast one version is as another, with the interval that holds it in 95 of 100 cases.

    `fullgraph.runtime_check.gains.ratios` says how it is computed.
    """

    value: float
    low: float
    high: float
    processes: int
    """In so many fresh processes both were timed in turns."""
    rounds: int
    """Turns of each, in all processes together."""

    @property
    def told(self) -> Comparison:
        """The difference that was measured: none where the interval holds 1."""
        return "faster" if self.low > 1 else "slower" if self.high < 1 else "same"


@dataclass
class Gains:
    """Eager against compiled, both as the user would run them. Times in seconds, memory in bytes."""

    what: str
    eager: Timing
    compiled: Timing
    compiled_with: str
    compile_seconds: float
    """Wall clock of the first calls over all input sets, less what those calls cost once compiled."""
    graphs: int
    cache_hits: int = 0
    """Graphs that inductor took from its cache instead of compiling."""
    peak_memory_eager: int | None = None
    peak_memory_compiled: int | None = None
    compile_seconds_warm: float | None = None
    """The same with the caches that the first compile has filled, in another process."""
    cache_hits_warm: int | None = None
    """Graphs that this other process took from the caches."""
    items: float | None = None
    """Samples per call, the first size of the inputs; for throughput."""
    kernels_eager: int | None = None
    """Kernels that one call launches on the device."""
    kernels_compiled: int | None = None
    cudagraphs: bool | None = None
    """Whether calls replay CUDA graphs; None where the mode asks for none."""
    cudagraph_skips: list[str] = field(default_factory=list)
    """The reasons for which parts run without CUDA graphs."""
    hints: list[str] = field(default_factory=list)
    """PyTorch's performance hints (``TORCH_LOGS=perf_hints``)."""
    recompiles: int = 0
    launches_eager: int | None = None
    """Calls into the driver that start work on the device, per call; the replay of a CUDA graph is one."""
    launches_compiled: int | None = None
    compile_seconds_artifacts: float | None = None
    """Compile time in another process with empty caches, after loading the artifacts that the first has saved."""
    artifact_bytes: int | None = None
    side_by_side: int = 1
    """So many compiled at the same time: above 1, compile times do not compare with those of a compile alone."""
    ratio: Ratio | None = None
    """Compiled against eager, timed in turns; None where no turns are known."""
    draws_like_eager: bool = False
    """Inductor drew random numbers from eager's generator, which keeps it from fusing what draws."""

    @property
    def speedup(self) -> float:
        if self.ratio is not None:
            return self.ratio.value
        return self.eager.median / self.compiled.median if self.compiled.median else float("inf")

    @property
    def against_eager(self) -> Comparison:
        return self.ratio.told if self.ratio is not None else "same"

    @property
    def throughput(self) -> float | None:
        """Samples per second, compiled."""
        return self.items / self.compiled.median if self.items and self.compiled.median else None

    @property
    def throughput_eager(self) -> float | None:
        """Samples per second in eager."""
        return self.items / self.eager.median if self.items and self.eager.median else None


@dataclass
class ArmRun:
    """One arm of ``fullgraph.runtime_check.arms``, measured; or why it was not."""

    arm: Arm
    gains: Gains | None = None
    agrees: Verdict | None = None
    """Whether it computes what eager does."""
    failure: Failure | None = None
    note: str = ""
    """The reason why it was not measured, where nothing failed; else remarks on the measurement."""
    timed: list[float] = field(default_factory=list)
    """Start and end of the timing, in seconds of the machine's monotonic clock; no two arms overlap."""


@dataclass
class GeneratedCode:
    """The code that inductor generated for one graph."""

    graph: str
    """Such as ``graph 0, forward``."""
    code: str
    """The Python module with its Triton or C++ kernels."""
    kernels: list[str] = field(default_factory=list)
    """The names of the kernels in it."""


@dataclass
class Failure:
    """An early end of a target. ``kind`` is one word for programs, ``message`` one line for people."""

    kind: Literal["target", "raised", "exit", "timeout", "memory", "crash", "internal"]
    message: str
    during: str
    traceback: str = ""
    output: str = ""
    """The end of what the target printed."""
    cause: str = ""
    """Why a library's model cannot be built, in words that are the same for all with this cause."""


@dataclass
class DataParallel:
    """The target under DistributedDataParallel, compiled against eager."""

    ranks: int = 0
    communication: str = ""
    """``gloo`` or ``nccl``."""
    optimize_ddp: str = ""
    """Dynamo's way with DDP, ``torch._dynamo.config.optimize_ddp``; ``ddp_optimizer`` splits graphs at the buckets."""
    bucket_mib: float = 0.0
    """The size of a bucket of gradients; the first one is smaller."""
    graphs: int = 0
    """The graphs that Dynamo captured of ``torch.compile(DDP(model))``, over all input sets."""
    parts: int = 0
    """Of these graphs, after the split at the buckets."""
    breaks: list[ObservedBreak] = field(default_factory=list)
    """In DDP's own code."""
    other_breaks: int = 0
    """In the model's."""
    around: Verdict | None = None
    """``torch.compile(DDP(model))``: the same loss and gradients as eager DDP?"""
    inside: Verdict | None = None
    """The same for ``DDP(model)`` after ``model.compile(fullgraph=True)``."""
    loss_eager: float | None = None
    loss_compiled: float | None = None
    failure: Failure | None = None
    seconds: float = 0.0

    @property
    def exit_status(self) -> int:
        if self.failure is not None:
            return 2
        return int(any(verdict.status == "fail" for _, verdict in self.judged))

    @property
    def judged(self) -> list[tuple[str, Verdict]]:
        """The ways to compile, as their users write them, and what came of each."""
        both = (("torch.compile(DDP(model))", self.around), ("DDP, model.compile inside", self.inside))
        return [(what, verdict) for what, verdict in both if verdict is not None]


@dataclass
class Environment:
    """The place where it ran."""

    device: str = "?"
    device_name: str = "?"
    torch: str = "?"
    python: str = "?"
    backend: str = "inductor"
    backend_note: str = ""
    """The reason why the backend is not inductor, where nobody asked for another."""
    mode: str = "default"
    nested_graph_breaks: bool = False
    """Whether ``torch._dynamo.config.nested_graph_breaks`` was set."""

    @property
    def compiler_settings(self) -> list[str]:
        """The settings of the compiler that are not as by default, in words."""
        mode = [] if self.mode == "default" else [f"mode {self.mode}"]
        return mode + (["nested graph breaks"] if self.nested_graph_breaks else [])


@dataclass
class Run:
    """Everything observed about one version of a target's code."""

    environment: Environment = field(default_factory=Environment)
    what: str = "forward"
    """The kind of a step: ``forward``, ``forward and backward`` or ``training step``."""
    input_sets: list[str] = field(default_factory=list)
    graphs: int | None = None
    """Graphs in the default mode."""
    verdicts: list[Verdict] = field(default_factory=list)
    breaks: list[ObservedBreak] = field(default_factory=list)
    break_costs: BreakCosts | None = None
    """None where there is no break in the default mode, or nothing got that far."""
    unobserved: list[Prediction] = field(default_factory=list)
    recompiles: list[ObservedRecompile] = field(default_factory=list)
    numerics: Numerics | None = None
    effects: list[EffectDifference] = field(default_factory=list)
    """The differences of the side effects of eager and compiled."""
    gains: Gains | None = None
    arms: list[ArmRun] = field(default_factory=list)
    """The ways to compile that were asked for beside the one that was checked."""
    code: list[GeneratedCode] = field(default_factory=list)
    """Only where it was asked for: it is large."""
    source: list[SourceLines] = field(default_factory=list)
    """The source around breaks, predictions and recompiles, as it was when this ran."""
    ddp: DataParallel | None = None
    failure: Failure | None = None
    seconds: float = 0.0
    recorded: list[str] = field(default_factory=list)
    """The callables that a script compiled and called, in order, where the target was recorded from its run."""
    check_errors: list[str] = field(default_factory=list)
    """Files that ``check`` could not read, so predictions may be missing."""
    facts: str = ""
    """What was written down of the eager run (``--facts``), or why nothing was."""
    compile_raises: bool = False
    """Whether it raises when compiled in the default mode, so that nothing is known of what comes after."""
    trains: bool = False
    """Whether the modules were in train mode; where they were in several, whether the step has a backward pass."""

    def verdict(self, check: str) -> Verdict | None:
        return next((v for v in self.verdicts if v.check == check), None)

    @property
    def exit_status(self) -> int:
        if self.failure is not None:
            return 2
        failed = any(v.status == "fail" for v in self.verdicts)
        return max(int(failed), self.ddp.exit_status if self.ddp is not None else 0)


@dataclass
class AppliedFix:
    """A rewrite made on the copy."""

    code: str
    filename: str
    line: int
    message: str
    level: str = "safe"
    """``safe``, ``observed`` or ``unsafe``."""


@dataclass
class TakenBack:
    """A rewrite that was made on the copy and is no longer in it."""

    code: str
    filename: str
    line: int
    message: str
    reason: str
    ran: bool
    """Whether it was run, and changed something or raised; false where nothing ran it."""


@dataclass
class FixedSpeed:
    """One way to compile, before and after the fix: timed in turns in the same processes."""

    arm: str
    """Its name; empty for the way that was checked."""
    eager: Timing | None = None
    compiled: Timing | None = None
    eager_fixed: Timing | None = None
    compiled_fixed: Timing | None = None
    ratio: Ratio | None = None
    """The fixed code against the original, both compiled."""
    ratio_eager: Ratio | None = None
    """The same, both in eager."""
    original_against_eager: Ratio | None = None
    fixed_against_eager: Ratio | None = None
    """The compiled versions, each against its own code in eager."""
    compile_seconds: float | None = None
    compile_seconds_fixed: float | None = None
    """Wall clock of the first calls in a fresh process with empty caches, less what they cost once compiled."""
    graphs: int = 0
    graphs_fixed: int = 0
    note: str = ""
    """The reason why it was not compared, or what to know of the comparison."""


@dataclass
class Repair:
    """The fixes of ``--fix`` on the copy. ``agrees`` compares fixed with original; None if it could not be compared."""

    fixes: list[AppliedFix] = field(default_factory=list)
    diff: str = ""
    note: str = ""
    agrees: Verdict | None = None
    numerics: Numerics | None = None
    speed: Verdict | None = None
    """Whether the fixed code is as fast as the original, compiled, in each way that was timed."""
    speeds: list[FixedSpeed] = field(default_factory=list)
    """What that is told from."""
    taken_back: list[TakenBack] = field(default_factory=list)
    """Fixes that are not safe, and did not hold or were not run."""


@dataclass
class TargetReport:
    """One target: as it is, and with ``--fix`` also as it would be."""

    target: str
    before: Run
    repair: Repair | None = None
    after: Run | None = None
    known_as: str = ""
    """The name by which facts and expectations know it, which tells no folder of this machine."""
    expected: Expected | None = None
    """How it compares with what is accepted of it, where that was asked for."""

    @property
    def exit_status(self) -> int:
        """The exit status, of the fixed copy where there is one; against expectations, that of the comparison."""
        if self.expected is not None:
            return max(self.expected.exit_status, 2 if self.before.exit_status == 2 else 0)
        if self.after is None:
            return self.before.exit_status
        judged = (self.repair.agrees, self.repair.speed) if self.repair is not None else ()
        changed = any(verdict is not None and verdict.status == "fail" for verdict in judged)
        return max(self.after.exit_status, int(changed))


@dataclass
class Report:
    """The whole command. ``dataclasses.asdict`` of it is JSON-serialisable; `to_json` adds the derived values."""

    targets: list[TargetReport] = field(default_factory=list)
    command: str = ""
    """The command line, where there was one."""
    version: str = ""
    """Of fullgraph."""
    created: str = ""
    """The start of the command: ISO 8601, with the offset from UTC."""

    @property
    def exit_status(self) -> int:
        """0: all passed; 1: a check failed; 2: a target could not be run."""
        return max((target.exit_status for target in self.targets), default=0)

    @property
    def causes(self) -> list[CommonCause]:
        """The graph breaks of the targets as they are, each cause once: the dearest first, then the commonest."""
        found: dict[Cause, CommonCause] = {}
        for target in self.targets:
            costs = target.before.break_costs or BreakCosts()
            for one in target.before.breaks:
                common = found.setdefault(cause_of(one), CommonCause(one.place, one.reason, one.registry_id))
                if target.target not in common.targets:
                    common.targets.append(target.target)
                cost = costs.of(one)
                if cost is not None:
                    common.operators = max(common.operators or 0.0, cost.operators)
                    if cost.share is not None:
                        common.share = max(common.share or 0.0, cost.share)
        return sorted(found.values(), key=lambda one: (one.share or 0.0, len(one.targets)), reverse=True)


def to_json(report: Report) -> dict[str, Any]:
    """The report as JSON values: every field, and what is derived.

    That is ``exit_status`` at each level, ``speedup`` with the gains, and the ``causes`` of graph breaks.
    """
    data = dataclasses.asdict(report, dict_factory=_shown)
    data["exit_status"] = report.exit_status
    data["causes"] = [dataclasses.asdict(cause) for cause in report.causes]
    for target, values in zip(report.targets, data["targets"], strict=True):
        values["exit_status"] = target.exit_status
        if target.expected is not None:
            values["expected"]["exit_status"] = target.expected.exit_status
        for run, run_values in ((target.before, values["before"]), (target.after, values["after"])):
            if run is not None:
                run_values["exit_status"] = run.exit_status
                gained = [(run.gains, run_values["gains"])]
                gained += [
                    (arm.gains, values["gains"]) for arm, values in zip(run.arms, run_values["arms"], strict=True)
                ]
                for gains, gains_values in gained:
                    if gains is not None:
                        gains_values |= {
                            "speedup": gains.speedup,
                            "throughput": gains.throughput,
                            "throughput_eager": gains.throughput_eager,
                        }
    return data


_INTERNAL = frozenset(("compile_raises", "is_flag"))
"""Fields that later steps decide by, and whose verdict or text says the same."""


def _shown(fields: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in fields if name not in _INTERNAL}


def from_json(cls: Any, data: Any) -> Any:
    """Build one of these dataclasses from what `dataclasses.asdict` made of it; unknown keys are ignored.

    Raises `ValueError` where a value is not of its field's type, or one that has no default is missing: what a target's
    process writes is not to be trusted.
    """
    if data is None:
        return None
    if not isinstance(data, dict):
        raise ValueError(f"no object for a {cls.__name__}: {data!r:.80}")
    values = {name: _checked(kind, data[name], f"{cls.__name__}.{name}") for name, kind in _fields(cls) if name in data}
    try:
        return cls(**values)
    except TypeError as error:
        raise ValueError(f"no {cls.__name__}: {error}") from None


@functools.cache
def _fields(cls: Any) -> tuple[tuple[str, Any], ...]:
    kinds = get_type_hints(cls)
    return tuple((item.name, kinds[item.name]) for item in dataclasses.fields(cls))


def _checked(kind: Any, value: Any, where: str) -> Any:
    """The value, with dataclasses built, if it is one of this type. Raises `ValueError`."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin in (Union, types.UnionType):
        if value is None and type(None) in inner:
            return None
        (other,) = (one for one in inner if one is not type(None))
        return _checked(other, value, where)
    if origin is Literal:
        if any(value == one and type(value) is type(one) for one in inner):
            return value
    elif origin is list:
        if isinstance(value, list):
            return [_checked(inner[0], entry, where) for entry in value]
    elif origin is dict:
        if isinstance(value, dict):
            return {key: _checked(inner[1], entry, where) for key, entry in value.items()}
    elif dataclasses.is_dataclass(kind):
        if value is not None:
            return from_json(kind, value)
    elif isinstance(value, (int, float) if kind is float else kind):
        return value
    raise ValueError(f"{where} is {value!r:.80}")
