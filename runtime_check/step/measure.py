"""The time that a step takes: `torch.utils.benchmark` on the CPU, `triton.testing.do_bench` on a CUDA device.

The versions are measured in turns, in one order and the other, so that a machine that slows down meanwhile slows all
alike, and with room on the Python stack, so that it does not matter how much of it was taken (see `with_room`).
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from statistics import median, quantiles
from typing import Any

import torch
from fullgraph.runtime_check.results import Timing

ROUNDS = 10
"""Turns of each step, where there is time for so many."""
FEWEST_ROUNDS = 3
OVERHEAD = 8
"""Calls that `triton.testing.do_bench` makes at least each time."""
ROOM = 2**16
"""Slots on the Python stack, of 8 bytes. CPython reserves memory for them, and at least as much for what is called."""

Context = Callable[[], AbstractContextManager[object]]


def measure(
    steps: Sequence[Callable[[], object]],
    device: torch.device,
    seconds: float,
    calls: int = 1,
    contexts: Sequence[Context] = (),
) -> list[Timing]:
    """Time each step for about ``seconds`` in all. The steps must be warm: nothing may compile in here.

    A step makes so many ``calls``; the times are per call. ``contexts`` are entered around a step's turn, unclocked.
    Each of the steps' turns is in ``Timing.rounds``, so that the same rounds of two steps can be compared.
    """
    contexts = contexts or [nullcontext] * len(steps)
    samples: list[list[list[float]]] = [[] for _ in steps]
    slowest = 0.0
    for step, context in zip(steps, contexts, strict=True):
        with context():
            slowest = max(slowest, once(step, device))
    turns = max(FEWEST_ROUNDS, min(ROUNDS, int(seconds / (OVERHEAD * slowest)) if slowest else ROUNDS))
    waiting = list(zip(steps, contexts, samples, strict=True))
    for _ in range(turns):
        for step, context, found in waiting:
            with context():
                turn = with_room(partial(_sample, step, device, seconds / turns))
                found.append([sample / calls for sample in turn])
        waiting.reverse()
    return [_timing(found) for found in samples]


def once(step: Callable[[], object], device: torch.device) -> float:
    """Seconds of one step, by the wall clock, with everything that it started on the device."""
    synchronize(device)
    start = time.perf_counter()
    step()
    synchronize(device)
    return time.perf_counter() - start


def peak_memory(step: Callable[[], object], device: torch.device) -> int | None:
    """Bytes allocated on a CUDA device at the height of one step, the model included; None elsewhere.

    What CUDA graphs work in counts as free when they are replayed: see `graph_memory`.
    """
    if device.type != "cuda":
        return None
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    step()
    torch.cuda.synchronize(device)
    return int(torch.cuda.max_memory_allocated(device))


def graph_memory(device: torch.device) -> int:
    """Bytes that CUDA graphs keep for their replays beside what is allocated: their pools serve nothing else."""
    if device.type != "cuda":
        return 0
    index = torch.cuda.current_device() if device.index is None else device.index
    snapshot: Callable[[], list[dict[str, Any]]] = torch.cuda.memory_snapshot
    pools = [one for one in snapshot() if tuple(one["segment_pool_id"]) != (0, 0)]
    return sum(int(one["total_size"] - one["allocated_size"]) for one in pools if one["device"] == index)


def synchronize(device: torch.device) -> None:
    """Wait for the device, so that a clock read next tells the truth."""
    if device.type != "cpu" and torch.accelerator.is_available():
        torch.accelerator.synchronize(device)


def with_room(work: Callable[[], list[float]]) -> list[float]:
    """Do the work where the Python functions that it calls find memory for their frames.

    CPython (3.11 and later) takes that in chunks of 16 KiB. Where a function's callees lie beyond the end of one, each
    call maps a new chunk and gives it back: compiled code, one function that launches everything, was seen to take
    twice its time at such a depth of the stack. A frame that is larger than a chunk gets one of twice its size or so,
    of which it uses little.
    """
    return work()


with_room.__code__ = with_room.__code__.replace(co_stacksize=ROOM)


def _sample(step: Callable[[], object], device: torch.device, seconds: float) -> list[float]:
    """Seconds per call, several times."""
    if device.type == "cuda":
        try:
            testing = importlib.import_module("triton.testing")
        except ImportError:
            pass
        else:
            with torch.cuda.device(device):
                times = testing.do_bench(step, warmup=25, rep=max(20, int(seconds * 1000)), return_mode="all")
            return [time / 1000 for time in times]
    from torch.utils.benchmark import Timer

    timer = Timer("step()", globals={"step": step}, num_threads=torch.get_num_threads())
    found = timer.blocked_autorange(min_run_time=seconds)
    return [float(time) for time in found.times]


def _timing(turns: list[list[float]]) -> Timing:
    samples = [sample for turn in turns for sample in turn]
    rounds = [median(turn) for turn in turns]
    if len(samples) == 1:
        return Timing(samples[0], samples[0], samples[0], 1, rounds)
    low, middle, high = quantiles(samples, n=4, method="inclusive")
    return Timing(middle, low, high, len(samples), rounds)
