"""Time a target by hand, eager and compiled, without fullgraph: ``python plain.py MODULE FACTORY [DEVICE]``."""

# mypy: allow-untyped-calls
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import torch
from torch.utils.benchmark import Timer

SECONDS = 2.0


def main() -> None:
    began = time.perf_counter()
    device = sys.argv[3] if len(sys.argv) > 3 else "cuda" if torch.cuda.is_available() else "cpu"
    parts = getattr(importlib.import_module(sys.argv[1]), sys.argv[2])()
    fn, inputs, train = parts.get("model", parts.get("fn")), parts["inputs"], parts.get("train", False)
    parameters = list(fn.to(device).parameters()) if isinstance(fn, torch.nn.Module) else []
    args = () if isinstance(inputs, dict) else tuple(value.to(device) for value in inputs)
    kwargs = {name: value.to(device) for name, value in inputs.items()} if isinstance(inputs, dict) else {}

    def step(call: Any) -> None:
        for parameter in parameters:
            parameter.grad = None
        with torch.set_grad_enabled(train):
            output = call(*args, **kwargs)
            if train:
                output.backward()

    versions = {"eager": fn, "compiled": torch.compile(fn)}
    times = {name: clock(lambda call=call: step(call), device) for name, call in versions.items()}
    print(json.dumps({"seconds": time.perf_counter() - began, **times}))


def clock(step: Any, device: str) -> list[float]:
    """Seconds of each call: CUDA events around it, or `torch.utils.benchmark` on a CPU."""
    for _ in range(5):
        step()
    if not device.startswith("cuda"):
        return list(
            Timer("step()", globals={"step": step}, num_threads=torch.get_num_threads())
            .blocked_autorange(min_run_time=SECONDS)
            .times
        )
    times, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda.synchronize()
        start.record()
        step()
        stop.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(stop) / 1e3)
    return times


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))
    main()
