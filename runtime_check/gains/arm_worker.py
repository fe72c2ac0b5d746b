"""The process of one arm. Started by `fullgraph.runtime_check.gains.driver`; prints nothing of its own.

    python -m fullgraph.runtime_check.gains.arm_worker ORDER EVENTS

``ORDER`` is a JSON file (`Order`); to ``EVENTS`` one JSON object a line is appended. The process builds the target and
compiles it with the clock on, says ``ready`` and waits for a line on its standard input: only then does it time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from fullgraph.runtime_check.gains.arms import Arm
from fullgraph.runtime_check.process.worker import (
    Events,
    Request,
    choose_backend,
    describe_failure,
    device_named,
    own_process,
)
from fullgraph.runtime_check.results import ArmRun, Failure

if TYPE_CHECKING:
    from fullgraph.runtime_check.gains.versions import Way
    from fullgraph.runtime_check.observe.capture import Capture
    from fullgraph.runtime_check.step.step import Stepper

PASSES = 3
"""Over all input sets, with the clock on: the second size makes a dimension dynamic, and CUDA graphs are recorded in
the second call of a graph and replayed in the third."""
MORE_PASSES = 5
"""In which it may go on compiling before it counts as never steady."""
COMPILING = "the compile"

Role = Literal["measure", "again", "artifacts"]


@dataclasses.dataclass
class Order:
    """What the parent asks for: to measure an arm, or only to compile it, with caches that are filled or loaded."""

    request: dict[str, Any]
    arm: dict[str, Any]
    role: Role = "measure"
    artifacts: str = ""
    """The file to save cache artifacts to (``measure``) or to load them from (``artifacts``)."""


@dataclasses.dataclass
class Compiled:
    """What the first calls cost."""

    seconds: float
    """Less what the same calls cost once compiled."""
    graphs: int
    recompiles: int
    cache_hits: int
    notes: list[str] = dataclasses.field(default_factory=list)
    cudagraph_skips: list[str] = dataclasses.field(default_factory=list)


def main() -> NoReturn:
    order = Order(**json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    request, arm = Request(**order.request), Arm(**order.arm)
    events = Events(Path(sys.argv[2]))
    word = _keep_standard_input()
    own_process(request)
    run = ArmRun(arm)
    _to_the_end(lambda: _work(request, order, run, events, word), run, events)


def _to_the_end(work: Callable[[], object], run: ArmRun, events: Events) -> NoReturn:
    """Do the work, tell how it ended, and end the process."""
    try:
        work()
    except SystemExit as stop:
        text = f"the target called sys.exit({stop.code!r}) during {{during}}"
        run.failure = Failure("exit", text, events.current)
    except BaseException as error:
        run.failure = _failure(error, events.current)
    events.send("done", arm=dataclasses.asdict(run))
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)


def _keep_standard_input() -> int:
    """The parent's word comes there; the target gets an empty standard input."""
    word = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    return word


def _work(request: Request, order: Order, run: ArmRun, events: Events, word: int) -> None:
    events.begin("import of torch")

    if request.record is not None:
        _record(request, order, run, events, word)
    device = device_named(request.device)
    events.begin("load")
    stepper = _load(request, device)
    events.begin("eager")
    _measure(stepper, request, order, run, events, word)


def _record(request: Request, order: Order, run: ArmRun, events: Events, word: int) -> NoReturn:
    """Run the script up to the calls that are wanted, and measure there."""
    from fullgraph.runtime_check.step import recording, step
    from fullgraph.runtime_check.step.train_step import make_stepper

    assert request.record is not None
    script = Path(request.target.rpartition(":")[0])

    def finish(_recorder: recording.Recorder, subject: recording.Subject, _ended: bool) -> NoReturn:
        device = device_named(request.device) if request.device is not None else recording.device_of(subject)

        def work() -> None:
            assert subject.mode is not None
            events.begin("eager")
            with subject.mode.entered():
                stepper = make_stepper(recording.as_target(subject, []), device, request.train)
                _measure(stepper, request, order, run, events, word)

        _to_the_end(work, run, events)

    events.begin("record")
    step.seed_all(step.SEED)
    recording.run_script(recording.Recorder(request.record, script.name, finish), script)


def _measure(stepper: Stepper, request: Request, order: Order, run: ArmRun, events: Events, word: int) -> None:
    import torch
    from fullgraph.runtime_check.gains.agreement import Expected
    from fullgraph.runtime_check.gains.hints import listening
    from fullgraph.runtime_check.gains.timing import Version, no_gain, peak_memory, take
    from fullgraph.runtime_check.gains.versions import NotForThis, build, prepare

    device = stepper.device
    backend, stands_in = choose_backend(request.backend, device)
    measured = order.role == "measure"
    try:
        if stands_in and not run.arm.is_strategy:
            raise NotForThis(no_gain(backend))
        prepare(stepper, run.arm)
        stepper.settle()
        stepper.restore()
        if measured:
            peak = peak_memory(stepper, Version(stepper.target.fn, stepper.calls))
            expected = Expected(stepper)
        events.begin("the setting up of the arm")
        warm_backend(backend, device)
        way = build(stepper, run.arm, backend)
    except NotForThis as error:
        run.note = str(error)
        return
    events.begin(COMPILING)
    with listening() as told:
        start = time.perf_counter()
        if order.role == "artifacts":
            torch.compiler.load_cache_artifacts(Path(order.artifacts).read_bytes())
        loading = time.perf_counter() - start
        compiled = compile_and_warm(stepper, way)
        if not measured:
            events.send("compiled", seconds=compiled.seconds + loading, hits=compiled.cache_hits)
            return
        artifact_bytes = _save_artifacts(order.artifacts) if run.arm.artifacts else None
        events.begin("numerics")
        run.agrees = expected.judge(stepper, way)
        del expected  # It would count in the memory that the compiled version is said to need.
        events.begin(COMPILING)
        problem = settle(stepper, way)
        if problem:
            run.note = problem
            return
        events.send("ready")
        if not os.read(word, 1):
            return
        events.begin("gains")
        begun = time.monotonic()
        gains = take(
            stepper,
            way.eager,
            way.compiled,
            request.bench_seconds,
            compiled_with=way.compiled_with,
            mode=run.arm.mode,
            told=told,
            peak_eager=peak,
        )
        run.timed = [begun, time.monotonic()]
    gains.compile_seconds, gains.graphs = compiled.seconds, compiled.graphs
    gains.recompiles, gains.cache_hits = compiled.recompiles, compiled.cache_hits
    gains.artifact_bytes = artifact_bytes
    skips = [reason for reason in compiled.cudagraph_skips if not any(reason in told for told in gains.cudagraph_skips)]
    gains.cudagraph_skips += skips
    run.gains = gains
    run.note = "; ".join(way.notes + compiled.notes)


def _load(request: Request, device: Any) -> Stepper:
    from fullgraph.runtime_check.step import step
    from fullgraph.runtime_check.step.train_step import make_stepper
    from fullgraph.runtime_check.target.inputs import parse_argument
    from fullgraph.runtime_check.target.models import BuildOptions
    from fullgraph.runtime_check.target.target import load_target, parse_spec

    step.seed_all(step.SEED)
    target = load_target(
        parse_spec(request.target),
        [parse_argument(text) for text in request.inputs],
        parse_spec(request.inputs_from) if request.inputs_from else None,
        BuildOptions(request.size, request.train is True),
    )
    return make_stepper(target, device, request.train)


def warm_backend(backend: str, device: Any) -> None:
    """Load what every first compile loads, and build what a machine needs once: no arm pays for it."""
    if backend != "inductor":
        return
    import torch

    try:
        torch.compile(lambda x: x + 1)(torch.ones(8, device=device))
    except Exception:
        # The same fault will meet the target's own compile, which reports it.
        return
    torch._dynamo.reset()


def compile_and_warm(stepper: Stepper, way: Way) -> Compiled:
    """The first `PASSES` passes over the input sets, with the clock on. What the compiler raises comes through."""
    from fullgraph.runtime_check.checks.observations import over_limit
    from fullgraph.runtime_check.observe.capture import capture
    from fullgraph.runtime_check.step import measure
    from torch._dynamo.utils import counters

    before = _hits(counters)
    stepper.restore()
    one_pass = way.compiled.timed_pass(stepper)
    with way.compiled.active():
        with capture() as seen:
            measure.synchronize(stepper.device)
            start = time.perf_counter()
            for _ in range(PASSES):
                one_pass()
            measure.synchronize(stepper.device)
            seconds = time.perf_counter() - start
        warm = min(measure.once(one_pass, stepper.device) for _ in range(2))
    limited = over_limit(seen)
    notes = [f"{each.reason} at {each.filename}:{each.line}: part of it runs in eager" for each in limited[:1]]
    return Compiled(
        seconds=max(0.0, seconds - PASSES * warm),
        graphs=seen.graphs,
        recompiles=len(seen.recompiles),
        cache_hits=_hits(counters) - before,
        notes=notes + _guards(seen),
        cudagraph_skips=list(dict.fromkeys(seen.cudagraph_skips)),
    )


def _hits(counters: Any) -> int:
    """Graphs that came from a cache: AOTAutograd's holds forward and backward, inductor's FX graph cache one each."""
    return int(counters["inductor"]["fxgraph_cache_hit"])


def _guards(seen: Capture) -> list[str]:
    guards = list(dict.fromkeys(recompile.guard for recompile in seen.recompiles if recompile.guard))
    more = f" and {len(guards) - 3} more guards" if len(guards) > 3 else ""
    return ["recompiled for " + ", ".join(guards[:3]) + more] if guards else []


def settle(stepper: Stepper, way: Way) -> str | None:
    """Run until nothing compiles any more; why there is nothing to time, if that does not come."""
    from fullgraph.runtime_check.observe.capture import capture

    stepper.restore()
    one_pass = way.compiled.timed_pass(stepper)
    with way.compiled.active():
        for _ in range(MORE_PASSES):
            with capture() as seen:
                one_pass()
            if not seen.graphs and not seen.recompiles:
                return None
    guards = _guards(seen)
    return f"it keeps compiling: there is no steady state to time{': ' if guards else ''}{''.join(guards)}"


def _save_artifacts(path: str) -> int | None:
    import torch

    saved = torch.compiler.save_cache_artifacts()
    if saved is None:
        return None
    Path(path).write_bytes(saved[0])
    return len(saved[0])


def _failure(error: BaseException, during: str) -> Failure:
    from fullgraph.runtime_check.checks.session import brief, out_of_memory

    failure = describe_failure(error, during)
    if during == COMPILING and failure.kind == "raised" and not out_of_memory(error):
        failure.message = f"cannot be compiled so: {brief(error)}"
    return failure


if __name__ == "__main__":
    sys.exit(main())
