"""One rank of the captioning step under DistributedDataParallel. Started by `benchmarks.gains.ddp`.

    python -m benchmarks.gains.ddp_rank REQUEST RANK

All ranks make the same number of steps of the same version in the same order: a step waits for the others.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from types import CodeType
from typing import Any

import torch
import torch.distributed as dist
from fullgraph.runtime_check.gains.two_codes import Code, forget_sizes, noting
from fullgraph.runtime_check.observe.capture import capture
from fullgraph.runtime_check.results import Timing
from fullgraph.runtime_check.step import measure
from torch.nn.parallel import DistributedDataParallel

from .targets.captioning import adamw

WARM_UP = 5
"""Steps before the timing, in which all is compiled."""
ROUNDS = 10
FEWEST_STEPS = 3
"""In one turn."""


@dataclass
class Version:
    """One way to run the step."""

    step: Callable[[], object]
    active: Callable[[], AbstractContextManager[object]] = nullcontext
    graphs: int = 0
    seconds: float = 0.0


def main() -> None:
    asked, rank = json.loads(Path(sys.argv[1]).read_text()), int(sys.argv[2])
    device = torch.device("cuda", rank) if asked["cuda"] else torch.device("cpu")
    if asked["cuda"]:
        torch.cuda.set_device(device)
    dist.init_process_group(
        "nccl" if asked["cuda"] else "gloo",
        init_method=f"file://{asked['store']}",
        rank=rank,
        world_size=asked["ranks"],
        device_id=device if asked["cuda"] else None,
    )
    sys.path.insert(0, asked["folder"])
    train: Any = importlib.import_module("train")
    size = dataclasses.replace(train.SMALL if asked["small"] else train.FULL, batch=asked["captions"])
    batch = {name: tensor.to(device) for name, tensor in next(train.batches(size, 1, "max", seed=rank)).items()}

    def version(wrap: Callable[[torch.nn.Module], Callable[..., Any]]) -> Version:
        torch.manual_seed(0)
        model = train.build_model(size).to(device)
        _freeze_unused(model, batch)
        return Version(_step(wrap(model), adamw([p for p in model.parameters() if p.requires_grad]), batch, device))

    def ddp(model: torch.nn.Module) -> DistributedDataParallel:
        return DistributedDataParallel(model, device_ids=[device.index] if asked["cuda"] else None)

    def inside(model: torch.nn.Module) -> DistributedDataParallel:
        model.compile(fullgraph=True, backend=asked["backend"])
        return ddp(model)

    versions = {
        "eager": version(ddp),
        "compiled": version(lambda model: torch.compile(ddp(model), backend=asked["backend"])),
        "compiled inside": version(inside),
    }
    code = Code([], list(sys.path))
    versions["compiled inside"].active = code.active
    run: set[CodeType] = set()
    for name, one in versions.items():
        if name == "compiled inside":
            code.take_copies(run)
            forget_sizes()
        with one.active(), noting(run) if name == "eager" else nullcontext():
            _warm(one, device)
        if name != "eager" and not one.graphs:
            raise RuntimeError(f"{name} runs what another version has compiled: nothing can be told of it")
    times = _in_turns(list(versions.values()), asked["seconds"], device)
    if rank == 0:
        found = {
            name: {"timing": dataclasses.asdict(timing), "graphs": one.graphs, "seconds": one.seconds}
            for (name, one), timing in zip(versions.items(), times, strict=True)
        }
        Path(asked["result"]).write_text(json.dumps(found))
    dist.barrier()
    os._exit(0)  # Nothing is left to do, and destroying the group can hang behind compiled code.


def _freeze_unused(model: torch.nn.Module, batch: dict[str, torch.Tensor]) -> None:
    """DistributedDataParallel waits for the gradient of every parameter that has one; the pooler's has none."""
    model(**batch).loss.backward()
    for parameter in model.parameters():
        parameter.requires_grad_(parameter.grad is not None)
        parameter.grad = None


def _step(
    fn: Callable[..., Any], optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor], device: torch.device
) -> Callable[[], object]:
    def step() -> None:
        optimizer.zero_grad()
        with torch.autocast(device.type, torch.bfloat16):
            loss = fn(**batch).loss
        loss.backward()
        optimizer.step()

    return step


def _warm(version: Version, device: torch.device) -> None:
    with capture() as seen:
        measure.synchronize(device)
        start = time.perf_counter()
        for _ in range(WARM_UP):
            version.step()
        measure.synchronize(device)
        seconds = time.perf_counter() - start
    version.graphs = seen.graphs
    version.seconds = max(0.0, seconds - WARM_UP * measure.once(version.step, device))


def _in_turns(versions: list[Version], seconds: float, device: torch.device) -> list[Timing]:
    with versions[0].active():
        once = torch.tensor(measure.once(versions[0].step, device), device=device)
    dist.broadcast(once, 0)  # As many steps on all ranks.
    steps = max(FEWEST_STEPS, int(seconds / ROUNDS / float(once)))
    rounds: list[list[float]] = [[] for _ in versions]
    order = list(zip(versions, rounds, strict=True))
    for _ in range(ROUNDS):
        for version, found in order:
            with version.active():
                version.step()
                dist.barrier()
                found += measure.with_room(lambda version=version: [_clocked(version.step, steps, device)])  # type: ignore[misc]
        order.reverse()
    return [_timing(found) for found in rounds]


def _clocked(step: Callable[[], object], steps: int, device: torch.device) -> float:
    measure.synchronize(device)
    start = time.perf_counter()
    for _ in range(steps):
        step()
    measure.synchronize(device)
    return (time.perf_counter() - start) / steps


def _timing(rounds: list[float]) -> Timing:
    low, middle, high = quantiles(rounds, n=4, method="inclusive")
    return Timing(middle, low, high, len(rounds), rounds)


if __name__ == "__main__":
    main()
