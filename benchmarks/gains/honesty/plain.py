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
MOST_CALLS = 10_000


def main() -> None:
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
    print(json.dumps({name: clock(lambda call=call: step(call), device) for name, call in versions.items()}))


def clock(step: Any, device: str) -> dict[str, Any]:
    """Seconds of each call, and of a call in a loop by the wall clock."""
    for _ in range(5):
        step()
    if not device.startswith("cuda"):
        timer = Timer("step()", globals={"step": step}, num_threads=torch.get_num_threads())
        return {"calls": timer.blocked_autorange(min_run_time=SECONDS).times, "loop": loop(step, lambda: None)}
    events = []
    # What is written also keeps the device busy while Python launches the call: as long as in triton's do_bench.
    nothing_cached = torch.empty(2**26, dtype=torch.int32, device=device)
    for _ in range(min(MOST_CALLS, max(20, int(SECONDS / loop(step, torch.cuda.synchronize))))):
        nothing_cached.zero_()
        events.append([torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)])
        events[-1][0].record()
        step()
        events[-1][1].record()
    torch.cuda.synchronize()
    times = [start.elapsed_time(end) / 1e3 for start, end in events]
    return {"calls": times, "loop": loop(step, torch.cuda.synchronize)}


def loop(step: Any, synchronize: Any, calls: int = 20) -> float:
    synchronize()
    began = time.perf_counter()
    for _ in range(calls):
        step()
    synchronize()
    return (time.perf_counter() - began) / calls


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))
    main()
