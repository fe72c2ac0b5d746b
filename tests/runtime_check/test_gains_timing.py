"""Two versions timed in turns: per call, each in its own context, with what goes with it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

import pytest
import torch
from fullgraph.runtime_check.gains.agreement import one_at_a_time
from fullgraph.runtime_check.gains.hints import InductorHints
from fullgraph.runtime_check.gains.timing import Version, take
from fullgraph.runtime_check.step import measure
from fullgraph.runtime_check.step.step import Stepper, build_optimizer
from fullgraph.runtime_check.target.inputs import CallArguments
from fullgraph.runtime_check.target.target import Target, TargetError, resolve

CPU = torch.device("cpu")


def test_times_are_per_call() -> None:
    (whole,) = measure.measure([lambda: time.sleep(0.02)], CPU, 0.1)
    (each,) = measure.measure([lambda: time.sleep(0.02)], CPU, 0.1, calls=10)
    assert whole.median >= 0.02
    assert 0.002 <= each.median < whole.median
    assert each.low <= each.median <= each.high
    assert each.samples >= measure.FEWEST_ROUNDS


def test_each_version_runs_in_its_own_context() -> None:
    active: list[str] = []
    seen: dict[str, set[tuple[str, ...]]] = {"plain": set(), "marked": set()}

    @contextmanager
    def mark() -> Iterator[None]:
        active.append("marked")
        yield
        active.pop()

    steps = [lambda name=name: seen[name].add(tuple(active)) for name in seen]  # type: ignore[misc]
    measure.measure(steps, CPU, 0.05, contexts=[nullcontext, mark])
    assert seen == {"plain": {()}, "marked": {("marked",)}}


def test_a_step_takes_all_input_sets_and_ends_with_the_update() -> None:
    model = torch.nn.Linear(2, 1)
    calls = [CallArguments((torch.ones(n, 2),)) for n in (2, 4)]
    steps: list[int] = []
    target = Target(model, calls, loss=lambda out: out.sum(), optimizer=lambda ps: torch.optim.SGD(ps, lr=0.1))
    stepper = Stepper(target, CPU)
    stepper.settle()
    assert stepper.what == "training step (forward, loss, backward and optimizer)"
    before = model.weight.detach().clone()
    stepper.timed_pass(model)()
    # d(sum of outputs)/d(weight) is the number of rows: 2, then 4.
    torch.testing.assert_close(model.weight.detach(), before - 0.1 * (2 + 4))
    stepper.restore()
    assert torch.equal(model.weight, before)
    stepper.timed_pass(model, update=lambda: steps.append(len(steps)))()
    assert steps == [0, 1]
    assert torch.equal(model.weight, before), "another update takes the place of the optimizer's"
    gains = take(
        stepper,
        Version(model, calls),
        Version(model, calls),
        0.05,
        compiled_with="nothing",
        mode="reduce-overhead",
        hints=InductorHints(["a hint"], []),
    )
    assert gains.items == 3
    assert gains.throughput == pytest.approx(3 / gains.compiled.median)
    assert (gains.kernels_eager, gains.launches_compiled, gains.peak_memory_eager) == (None, None, None)
    assert gains.cudagraphs is False
    assert gains.cudagraph_skips == ["the device is cpu: only CUDA has them"]
    assert gains.hints == ["a hint"]


def test_a_factory_names_optimizer_and_padding() -> None:
    def pad(inputs: object, _size: int) -> object:
        return inputs

    parts = {"model": torch.nn.Linear(2, 1), "inputs": torch.ones(1, 2), "optimizer": torch.optim.SGD, "pad": pad}
    target = resolve(lambda: parts, None, lambda _built: None)
    assert target.optimizer is torch.optim.SGD
    assert target.pad is pad


@pytest.mark.parametrize(
    ("declared", "message"), [(3, "the optimizer is a int"), (lambda _parameters: None, "returned a NoneType, not a")]
)
def test_what_is_no_optimizer_is_told(declared: object, message: str) -> None:
    with pytest.raises(TargetError, match=message):
        build_optimizer(declared, [])


def test_memory_of_cuda_graphs_is_what_their_pools_hold_beside_what_is_allocated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    segments = [
        {"device": 0, "segment_pool_id": (0, 0), "total_size": 1000, "allocated_size": 10},
        {"device": 0, "segment_pool_id": (0, 3), "total_size": 500, "allocated_size": 100},
        {"device": 0, "segment_pool_id": [7, 0], "total_size": 20, "allocated_size": 0},
        {"device": 1, "segment_pool_id": (0, 3), "total_size": 4000, "allocated_size": 0},
    ]
    monkeypatch.setattr(torch.cuda, "memory_snapshot", lambda: segments)
    assert measure.graph_memory(torch.device("cuda", 0)) == 420
    assert measure.graph_memory(torch.device("cpu")) == 0


def at_depth(frames: int, work: Callable[[], list[float]]) -> list[float]:
    return at_depth(frames - 1, work) if frames else work()


def page_faults() -> list[float]:
    """Of calls of an empty function. A chunk of the stack that is mapped anew costs at least one."""
    import resource

    def nothing() -> None:
        pass

    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        nothing()
    return [resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before]


CALLS = 500
DEPTHS = range(300)
"""Frames of at least 80 bytes: more than a chunk of the stack."""


@pytest.mark.skipif(os.name != "posix", reason="page faults are counted by POSIX")
def test_no_call_has_to_map_memory_for_its_frame_at_any_depth_of_the_stack() -> None:
    if sys.version_info >= (3, 11):
        assert max(at_depth(frames, page_faults)[0] for frames in DEPTHS) >= CALLS, "nothing is wrong without room"
    assert max(at_depth(frames, partial(measure.with_room, page_faults))[0] for frames in DEPTHS) < CALLS / 2


def test_every_turn_has_that_room(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []
    monkeypatch.setattr(measure, "with_room", lambda work: turns.append(work) or work())
    measure.measure([time.time, time.time_ns], CPU, 0.1)
    assert len(turns) == 2 * measure.ROUNDS


@pytest.mark.skipif(os.name != "posix", reason="the lock is one of POSIX")
def test_float64_runs_wait_for_each_other_and_for_nothing_that_is_no_lock(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import fcntl

    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    with one_at_a_time(torch.device("cuda:1")):
        (path,) = tmp_path.iterdir()
        with path.open() as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with path.open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with one_at_a_time(torch.device("cuda:1")):
        assert not (tmp_path / "elsewhere").exists()
