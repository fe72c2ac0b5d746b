"""The process that times a target before and after a fix. Started by `fullgraph.runtime_check.process.measure_pairs`.

    python -m fullgraph.runtime_check.process.pair_worker REQUEST EVENTS

`fullgraph.runtime_check.process.protocol` says what is in the two files. Both versions are loaded from the same seed,
get the same weights, are compiled one after the other with the clock on, and are then timed in turns: eager and
compiled, before and after the fix.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from fullgraph.runtime_check.process.arm_worker import COMPILING, compile_and_warm, failure_of, settle
from fullgraph.runtime_check.process.protocol import Event, EventWriter, PairDone, PairRequest, Request, read_request
from fullgraph.runtime_check.process.worker import (
    choose_backend,
    device_named,
    load,
    own_process,
    set_up_torch,
    to_the_end,
)
from fullgraph.runtime_check.results import Failure, FixedSpeed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

    import torch
    from fullgraph.runtime_check.arms import Arm
    from fullgraph.runtime_check.gains.two_codes import Code
    from fullgraph.runtime_check.gains.versions import VersionPair
    from fullgraph.runtime_check.step.step import Stepper
    from fullgraph.runtime_check.target.target import Target


@dataclass
class _Side:
    """One of the two versions, ready to be compiled."""

    code: Code
    stepper: Stepper
    pair: VersionPair
    seconds: float = 0.0
    graphs: int = 0


def main() -> NoReturn:
    asked = read_request(PairRequest, Path(sys.argv[1]))
    events = EventWriter(Path(sys.argv[2]))
    own_process(asked.request)
    speed = FixedSpeed(asked.arm.name)

    def done(failure: Failure | None) -> Event:
        return PairDone(speed, failure)

    to_the_end(lambda: _work(asked, speed, events), events, done, failure_of)


def _work(asked: PairRequest, speed: FixedSpeed, events: EventWriter) -> None:
    events.begin("import of torch")
    set_up_torch(asked.request, events.path.with_name("cache"))
    from fullgraph.runtime_check.checks.context import warm_backend
    from fullgraph.runtime_check.gains.timing import in_turns
    from fullgraph.runtime_check.gains.two_codes import Code, noting, share_weights
    from fullgraph.runtime_check.step.step import modules_of

    device = device_named(asked.request.device)
    backend, _ = choose_backend(asked.request.backend, device)
    events.begin("load")
    roots = [Path(asked.root).resolve(), Path(asked.fixed_root).resolve()]
    # The rest of the path is what the process began with; what a load puts before it is the version's.
    common = [entry for entry in sys.path if entry not in asked.request.paths]
    codes = [Code(roots, [*request.paths, *common]) for request in (asked.request, asked.fixed)]
    targets = [_loaded(code, request) for code, request in zip(codes, (asked.request, asked.fixed), strict=True)]
    share_weights(*(modules_of(target.fn) for target in targets))
    events.begin("eager")
    run: set[CodeType] = set()
    wanted = zip(codes, targets, (asked.request, asked.fixed), (asked.arm, asked.fixed_arm), strict=True)
    with noting(run):
        sides = [_side(code, target, request, arm, device, backend) for code, target, request, arm in wanted]
    warm_backend(backend, device)
    events.begin(COMPILING)
    _compile(sides[::-1] if asked.fixed_first else sides, run)
    before, after = sides
    speed.compile_seconds, speed.compile_seconds_fixed = before.seconds, after.seconds
    speed.graphs, speed.graphs_fixed = before.graphs, after.graphs
    events.begin("gains")
    versions = [(side.stepper, version) for side in sides for version in (side.pair.eager, side.pair.compiled)]
    times = in_turns(versions, asked.request.bench_seconds)
    speed.eager, speed.compiled, speed.eager_fixed, speed.compiled_fixed = times


def _loaded(code: Code, request: Request) -> Target:
    with code.active():
        return load(request)


def _side(code: Code, target: Target, request: Request, arm: Arm, device: torch.device, backend: str) -> _Side:
    """The version as the arm compiles it. Raises `TargetError` for an arm that says nothing about the target."""
    from fullgraph.runtime_check.gains.versions import NotForThis, build, prepare
    from fullgraph.runtime_check.step.train_step import make_stepper
    from fullgraph.runtime_check.target.target import TargetError

    with code.active():
        stepper = make_stepper(target, device, request.train)
        try:
            prepare(stepper, arm)
            stepper.settle()
            stepper.restore()
            pair = build(stepper, arm, backend)
        except NotForThis as error:
            raise TargetError(str(error)) from None
    pair.eager.active = code.active
    pair.compiled.active = _both(code.active, pair.compiled.active)
    return _Side(code, stepper, pair)


def _both(
    outer: Callable[[], AbstractContextManager[object]], inner: Callable[[], AbstractContextManager[object]]
) -> Callable[[], AbstractContextManager[object]]:
    @contextmanager
    def active() -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(outer())
            stack.enter_context(inner())
            yield

    return active


def _compile(sides: list[_Side], run: set[CodeType]) -> None:
    """Compile both, the second with code objects of its own. Raises `TargetError` where nothing is to be timed."""
    from fullgraph.runtime_check.gains.two_codes import forget_sizes
    from fullgraph.runtime_check.target.target import TargetError

    for number, side in enumerate(sides):
        if number:
            side.code.take_copies(run)
            forget_sizes()
        compiled = compile_and_warm(side.stepper, side.pair)
        side.seconds, side.graphs = compiled.seconds, compiled.graphs
        problem = settle(side.stepper, side.pair)
        if problem is not None:
            raise TargetError(problem)
    if sides[0].graphs and not sides[1].graphs:
        raise TargetError("both versions run the same compiled code, so they cannot be compared")


if __name__ == "__main__":
    main()
