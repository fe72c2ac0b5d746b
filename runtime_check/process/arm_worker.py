"""The process of one arm. Started by `fullgraph.runtime_check.process.measure_arms`; prints nothing of its own.

    python -m fullgraph.runtime_check.process.arm_worker REQUEST EVENTS

`fullgraph.runtime_check.process.protocol` says what is in the two files. The process builds the target and compiles it
with the clock on, tells that it is ready and waits for a line on its standard input: only then does it time.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from fullgraph.runtime_check.process.protocol import (
    ArmDone,
    ArmRequest,
    CompiledAgain,
    Event,
    EventWriter,
    Ready,
    Timed,
    read_request,
)
from fullgraph.runtime_check.process.worker import (
    choose_backend,
    describe_failure,
    device_named,
    load,
    own_process,
    record,
    set_up_torch,
    to_the_end,
)
from fullgraph.runtime_check.results import ArmRun, Failure, Gains

if TYPE_CHECKING:
    import torch
    from fullgraph.runtime_check.arms import Arm
    from fullgraph.runtime_check.gains.agreement import Expected
    from fullgraph.runtime_check.gains.hints import InductorHints
    from fullgraph.runtime_check.gains.versions import VersionPair
    from fullgraph.runtime_check.observe.capture import Capture
    from fullgraph.runtime_check.step.recording import Recorder, Subject
    from fullgraph.runtime_check.step.step import Stepper

PASSES = 3
"""Over all input sets, with the clock on: the second size makes a dimension dynamic, and CUDA graphs are recorded in
the second call of a graph and replayed in the third."""
MORE_PASSES = 5
"""In which it may go on compiling before it counts as never steady."""
COMPILING = "the compile"


@dataclasses.dataclass
class Compiled:
    """The cost of the first calls."""

    seconds: float
    """Less what the same calls cost once compiled."""
    graphs: int
    recompiles: int
    cache_hits: int
    notes: list[str] = dataclasses.field(default_factory=list)
    cudagraph_skips: list[str] = dataclasses.field(default_factory=list)


def main() -> NoReturn:
    asked = read_request(ArmRequest, Path(sys.argv[1]))
    events = EventWriter(Path(sys.argv[2]))
    word = _keep_standard_input()
    own_process(asked.request)
    run = ArmRun(asked.arm)
    _measured(lambda: _work(asked, run, events, word), run, events)


def _measured(work: Callable[[], object], run: ArmRun, events: EventWriter) -> NoReturn:
    """Do the work, and tell of the arm as it is then."""

    def done(failure: Failure | None) -> Event:
        run.failure = failure
        return ArmDone(run)

    to_the_end(work, events, done, failure_of)


def _keep_standard_input() -> int:
    """The parent's word comes there; the target gets an empty standard input."""
    word = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    return word


def _work(asked: ArmRequest, run: ArmRun, events: EventWriter, word: int) -> None:
    request = asked.request
    events.begin("import of torch")
    set_up_torch(request, events.path.with_name("cache"))
    from fullgraph.runtime_check.step.train_step import make_stepper

    if request.record is not None:
        _record(asked, run, events, word)
    device = device_named(request.device)
    events.begin("load")
    stepper = make_stepper(load(request), device, request.train)
    events.begin("eager")
    _measure(stepper, asked, run, events, word)


def _record(asked: ArmRequest, run: ArmRun, events: EventWriter, word: int) -> NoReturn:
    """Run the script up to the calls that are wanted, and measure there."""

    def finish(_recorder: Recorder, subject: Subject, _ended: bool, device: torch.device) -> NoReturn:
        from fullgraph.runtime_check.step.recording import as_target
        from fullgraph.runtime_check.step.train_step import make_stepper

        def work() -> None:
            assert subject.mode is not None
            events.begin("eager")
            with subject.mode.entered():
                _measure(make_stepper(as_target(subject, []), device, asked.request.train), asked, run, events, word)

        _measured(work, run, events)

    record(asked.request, events, finish)


def _measure(stepper: Stepper, asked: ArmRequest, run: ArmRun, events: EventWriter, word: int) -> None:
    """Compile the arm and, if that is its role, judge and time it."""
    import torch
    from fullgraph.runtime_check.gains.hints import listening
    from fullgraph.runtime_check.gains.timing import in_turns
    from fullgraph.runtime_check.gains.versions import NotForThis

    if asked.draw_like_eager:
        import torch._inductor.config

        torch._inductor.config.fallback_random = True
    try:
        pair, expected, peak = _set_up(stepper, asked, run.arm, events)
    except NotForThis as error:
        run.note = str(error)
        return
    events.begin(COMPILING)
    with listening() as hints:
        start = time.perf_counter()
        if asked.role == "artifacts":
            torch.compiler.load_cache_artifacts(Path(asked.artifacts).read_bytes())
        loading = time.perf_counter() - start
        compiled = compile_and_warm(stepper, pair)
        if expected is None:
            events.send(CompiledAgain(compiled.seconds + loading, compiled.cache_hits))
            if not asked.timed:
                return
            artifact_bytes = None
        else:
            artifact_bytes = _save_artifacts(asked.artifacts) if run.arm.artifacts else None
            events.begin("numerics")
            run.agrees = expected.judge(stepper, pair)
        again = expected is None
        del expected  # It would count in the memory that the compiled version is said to need.
        events.begin(COMPILING)
        problem = settle(stepper, pair)
        if problem:
            run.note = problem
            return
        events.send(Ready())
        if not os.read(word, 1):
            return
        events.begin("gains")
        if again:
            eager, compiled_again = in_turns(
                [(stepper, pair.eager), (stepper, pair.compiled)], asked.request.bench_seconds
            )
            events.send(Timed(eager, compiled_again))
            return
        gains = _time(stepper, pair, asked.request.bench_seconds, run, hints, peak)
    gains.compile_seconds, gains.graphs = compiled.seconds, compiled.graphs
    gains.recompiles, gains.cache_hits = compiled.recompiles, compiled.cache_hits
    gains.artifact_bytes = artifact_bytes
    skips = [reason for reason in compiled.cudagraph_skips if not any(reason in told for told in gains.cudagraph_skips)]
    gains.cudagraph_skips += skips
    run.gains = gains
    run.note = "; ".join(pair.notes + compiled.notes)


def _set_up(
    stepper: Stepper, asked: ArmRequest, arm: Arm, events: EventWriter
) -> tuple[VersionPair, Expected | None, int | None]:
    """The versions of the arm; to be measured, with eager's outcomes and its peak memory. Raises `NotForThis`."""
    from fullgraph.runtime_check.checks.context import warm_backend
    from fullgraph.runtime_check.gains.agreement import Expected
    from fullgraph.runtime_check.gains.timing import Version, no_gain, peak_memory
    from fullgraph.runtime_check.gains.versions import NotForThis, build, prepare

    backend, stands_in = choose_backend(asked.request.backend, stepper.device)
    if stands_in and not arm.is_strategy:
        raise NotForThis(no_gain(backend))
    prepare(stepper, arm)
    stepper.settle()
    stepper.restore()
    expected, peak = None, None
    if asked.role == "measure":
        peak = peak_memory(stepper, Version(stepper.target.fn, stepper.calls))
        expected = Expected(stepper)
    events.begin("the setup of the arm")
    warm_backend(backend, stepper.device)
    return build(stepper, arm, backend), expected, peak


def _time(
    stepper: Stepper, pair: VersionPair, seconds: float, run: ArmRun, hints: InductorHints, peak: int | None
) -> Gains:
    from fullgraph.runtime_check.gains.timing import take

    begun = time.monotonic()
    gains = take(
        stepper,
        pair.eager,
        pair.compiled,
        seconds,
        compiled_with=pair.compiled_with,
        mode=run.arm.mode,
        hints=hints,
        peak_eager=peak,
    )
    run.timed = [begun, time.monotonic()]
    return gains


def compile_and_warm(stepper: Stepper, pair: VersionPair) -> Compiled:
    """The first `PASSES` passes over the input sets, with the clock on. What the compiler raises comes through."""
    from fullgraph.runtime_check.checks.observations import over_limit
    from fullgraph.runtime_check.observe.capture import capture
    from fullgraph.runtime_check.step import measure
    from torch._dynamo.utils import counters

    before = _hits(counters)
    stepper.restore()
    one_pass = pair.compiled.timed_pass(stepper)
    with pair.compiled.active():
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


def settle(stepper: Stepper, pair: VersionPair) -> str | None:
    """Run until nothing compiles any more; why there is nothing to time, if that does not come."""
    from fullgraph.runtime_check.observe.capture import capture

    stepper.restore()
    one_pass = pair.compiled.timed_pass(stepper)
    with pair.compiled.active():
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


def failure_of(error: BaseException, during: str) -> Failure:
    """The failure of an arm: what the compiler raises is the arm's."""
    from fullgraph.runtime_check.checks.context import brief, out_of_memory

    failure = describe_failure(error, during)
    if during == COMPILING and failure.kind == "raised" and not out_of_memory(error):
        failure.message = f"cannot be compiled this way: {brief(error)}"
    return failure


if __name__ == "__main__":
    sys.exit(main())
