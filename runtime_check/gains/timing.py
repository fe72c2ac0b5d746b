"""Versions of a step, timed in turns: what the check of gains, every arm and every fix share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import torch
from fullgraph.runtime_check.gains.hints import InductorHints
from fullgraph.runtime_check.gains.kernels import Launched, launched
from fullgraph.runtime_check.gains.ratios import compare
from fullgraph.runtime_check.results import Gains, Timing
from fullgraph.runtime_check.step import measure
from fullgraph.runtime_check.step.step import Stepper, flatten_call
from fullgraph.runtime_check.target.inputs import CallArguments

WITH_CUDAGRAPHS = ("reduce-overhead", "max-autotune")
"""The modes that ask for CUDA graphs."""
MOST_HINTS = 20


@dataclass
class Version:
    """A target's function, eager or compiled, and what goes with a step of it."""

    fn: Callable[..., object]
    calls: list[CallArguments]
    update: Callable[[], object] | None = None
    """The optimizer's step; None for the optimizer's own."""
    active: Callable[[], AbstractContextManager[object]] = nullcontext
    """Entered around calls of this version: it may live in the same module as the other one."""

    def timed_pass(self, stepper: Stepper) -> Callable[[], None]:
        return stepper.timed_pass(self.fn, self.calls, self.update)


def peak_memory(stepper: Stepper, version: Version) -> int | None:
    """Bytes at the height of one pass over the input sets, the model and the optimizer's state included."""
    with version.active():
        found = measure.peak_memory(version.timed_pass(stepper), stepper.device)
    stepper.clear_gradients()
    return found


def in_turns(pairs: Sequence[tuple[Stepper, Version]], seconds: float) -> list[Timing]:
    """Time these versions, each with its stepper; all must be warm, and of as many calls."""
    stepper, first = pairs[0]
    passes = [version.timed_pass(own) for own, version in pairs]
    found = measure.measure(passes, stepper.device, seconds, len(first.calls), [version.active for _, version in pairs])
    for own, _ in pairs:
        own.clear_gradients()
    return found


def take(
    stepper: Stepper,
    eager: Version,
    compiled: Version,
    seconds: float,
    *,
    compiled_with: str,
    mode: str,
    hints: InductorHints,
    peak_eager: int | None = None,
) -> Gains:
    """Time both, and count what they launch and hold. Compile times and graphs are left for the caller to fill in.

    Both must be warm. ``peak_eager`` is eager's peak memory where it was taken before anything was compiled.
    """
    device = stepper.device
    versions = (eager, compiled)
    passes = [version.timed_pass(stepper) for version in versions]
    peaks: list[int | None] = []
    counts = []
    for version, one_pass in zip(versions, passes, strict=True):
        with version.active():
            peaks.append(measure.peak_memory(one_pass, device))
    in_graphs = measure.graph_memory(device)
    times = in_turns([(stepper, version) for version in versions], seconds)
    # After the timing: CUPTI slows down what comes after the first use of the profiler.
    for version, one_pass in zip(versions, passes, strict=True):
        with version.active():
            counts.append(launched(one_pass, device, len(version.calls)))
    stepper.clear_gradients()
    gains = Gains(
        what=stepper.what,
        eager=times[0],
        compiled=times[1],
        compiled_with=compiled_with,
        compile_seconds=0.0,
        graphs=0,
        peak_memory_eager=peak_eager or peaks[0],
        peak_memory_compiled=None if peaks[1] is None else peaks[1] + in_graphs,
        items=items_of(eager.calls),
        cudagraph_skips=list(hints.cudagraph_skips),
        hints=hints.hints[:MOST_HINTS],
        ratio=compare([(times[0], times[1])]),
    )
    _add_launches(gains, counts[0], counts[1], mode, device)
    return gains


def _add_launches(
    gains: Gains, before: Launched | None, after: Launched | None, mode: str, device: torch.device
) -> None:
    """Add what a call of each version runs on a CUDA device, and whether CUDA graphs were used where ``mode`` asks."""
    if before is not None and after is not None:
        gains.kernels_eager, gains.kernels_compiled = before.kernels, after.kernels
        gains.launches_eager, gains.launches_compiled = before.launches, after.launches
    if mode in WITH_CUDAGRAPHS:
        if after is not None:
            gains.cudagraphs = after.graph_launches > 0
        elif device.type != "cuda":
            gains.cudagraphs = False
            gains.cudagraph_skips = [f"the device is {device}: only CUDA has them"]


def items_of(calls: list[CallArguments]) -> float | None:
    """Samples per call: the first size of the first tensor that has one, on average over the input sets."""
    firsts = []
    for call in calls:
        shapes = [leaf.shape for leaf in flatten_call(call).values() if isinstance(leaf, torch.Tensor) and leaf.dim()]
        if not shapes:
            return None
        firsts.append(int(shapes[0][0]))
    return sum(firsts) / len(firsts)


def no_gain(backend: str) -> str:
    """The reason why nothing is timed on a backend that stands in for inductor."""
    return f"{backend}, which replaces inductor, generates no code: its times say nothing about what compiling gains"
