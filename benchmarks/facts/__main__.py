"""What recording facts costs: eager steps with and without it, in pairs and in turns, and the size of the file.

    python -m benchmarks.facts [TARGET] [--pairs N] [--train] [--size default]

A pair is two steps of every input set, one recorded and one not; which comes first changes from pair to pair. Told are
the median of the ratios with its quartiles, and the medians of both times.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from fullgraph.lint.facts.files import encode
from fullgraph.runtime_check.facts.recorder import Recorder
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.worker import load
from fullgraph.runtime_check.session.verify import source_root
from fullgraph.runtime_check.step.step import Stepper
from fullgraph.runtime_check.step.train_step import make_stepper
from fullgraph.runtime_check.target.target import parse_spec


def timed(stepper: Stepper, recorder: Recorder | None) -> float:
    """The seconds that a step of every input set takes."""
    stepper.restore()
    began = time.perf_counter()
    if recorder is not None:
        with recorder.recording():
            for call in stepper.calls:
                stepper.run(stepper.target.fn, call)
    else:
        for call in stepper.calls:
            stepper.run(stepper.target.fn, call)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="?", default="hf:BertForMaskedLM")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--size", choices=["small", "default"], default="small")
    parser.add_argument("--threads", type=int, default=1, help="of torch; with one, other work disturbs least")
    parser.add_argument("--output-file", type=Path, help="write the facts there")
    given = parser.parse_args()

    import torch

    torch.set_num_threads(given.threads)
    request = Request(given.target, str(Path.cwd()), train=True if given.train else None, size=given.size)
    target = load(request)
    stepper = make_stepper(target, torch.device("cpu"), request.train)
    stepper.settle()
    modules = [module for root in stepper.modules.values() for module in root.modules()]
    packages = sorted({type(module).__module__.partition(".")[0] for module in modules})
    recorder = Recorder([source_root(parse_spec(given.target))], packages)
    for _ in range(2):
        timed(stepper, None)
    first = timed(stepper, recorder)
    plain, recorded, ratios = [], [], []
    for number in range(given.pairs):
        order = (None, recorder) if number % 2 else (recorder, None)
        times = {one is recorder: timed(stepper, one) for one in order}
        plain.append(times[False])
        recorded.append(times[True])
        ratios.append(times[True] / times[False])
    low, middle, high = statistics.quantiles(ratios, n=4)
    data = encode(recorder.recorded())
    print(
        f"{given.target}, {stepper.what}, {len(stepper.calls)} input sets, {given.pairs} pairs, "
        f"torch {torch.__version__}, {torch.get_num_threads()} threads"
    )
    print(f"  eager     {statistics.median(plain) * 1000:8.2f} ms")
    print(f"  recorded  {statistics.median(recorded) * 1000:8.2f} ms, the first time {first * 1000:.0f} ms")
    print(f"  ratio     {middle:8.2f} ({low:.2f} to {high:.2f})")
    print(f"  file      {len(data) / 1000:8.1f} kB, {len(recorder.recorded().functions)} functions")
    if recorder.problem is not None:
        print(f"  {recorder.problem}")
    if given.output_file is not None:
        given.output_file.write_bytes(data)


if __name__ == "__main__":
    main()
