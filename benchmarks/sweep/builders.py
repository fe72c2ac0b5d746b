"""Which share of a library's models can be built small, given inputs and run in eager, and why the others cannot.

python -m benchmarks.sweep.builders LIBRARY [NAME ...] [--train] [--every] [--jobs N] [--output-file FILE]

LIBRARY is the prefix of targets: hf, timm, torchvision, diffusers or pyg. A process that has imported the library
forks one process per model, which builds it, with random weights, and runs it once on its first inputs, on the CPU:
forward in eval mode or, with --train, forward and backward in train mode. Nothing is fetched.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import json
import os
import resource
import select
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NoReturn

from fullgraph.runtime_check.target.models import (
    LIBRARIES,
    NOT_RUN,
    BuildOptions,
    ModelError,
    failing,
    first_line,
    names,
)

SECONDS = 60.0
"""After which a model is given up."""
MEGABYTES = 6000
"""Of address space that a model may add to what the process has to begin with."""
STEP = 20
"""After so many models what is known is written."""
EXAMPLES = 3
SHOWN = 160
"""Characters of a message."""


@dataclass
class Outcome:
    """What became of one model. No ``cause``: it ran."""

    name: str
    cause: str = ""
    message: str = ""
    seconds: float = 0.0
    trace: str = ""
    """The end of the traceback, where something else than `ModelError` was raised."""


@dataclass
class _Child:
    name: str
    process: int
    pipe: int
    started: float
    told: bytes = b""


def run(prefix: str, models: Sequence[str], train: bool = False, jobs: int = 1) -> Iterator[Outcome]:
    """The outcome of each model, as they come."""
    _warm(prefix)
    waiting, running = list(reversed(models)), list[_Child]()
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(_fork(prefix, waiting.pop(), train))
        ready, _, _ = select.select([child.pipe for child in running], [], [], 0.2)
        for child in list(running):
            more = os.read(child.pipe, 65536) if child.pipe in ready else b""
            child.told += more
            late = time.monotonic() - child.started > SECONDS
            if (child.pipe in ready and not more) or late:
                running.remove(child)
                yield _ended(child, late)


def _warm(prefix: str) -> None:
    """Import what every model needs, by running the first one; leave no thread behind, so that forking is safe."""
    os.environ |= {"CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    import torch

    torch.set_num_threads(1)
    importlib.import_module(LIBRARIES[prefix])
    for name in names(prefix)[:1]:
        attempt(prefix, name, train=False)
    gc.collect()
    gc.freeze()


def _fork(prefix: str, name: str, train: bool) -> _Child:
    reading, writing = os.pipe()
    started = time.monotonic()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _child(prefix, name, train, writing)
    os.close(writing)
    return _Child(name, process, reading, started)


def _child(prefix: str, name: str, train: bool, pipe: int) -> NoReturn:
    """Build and run one model, tell what became of it, and end."""
    os.setpgid(0, 0)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MEGABYTES * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    started = time.monotonic()
    outcome = attempt(prefix, name, train)
    outcome.seconds = round(time.monotonic() - started, 2)
    with open(pipe, "w", encoding="utf-8") as file:
        json.dump(asdict(outcome), file)
    os._exit(0)


def attempt(prefix: str, name: str, train: bool) -> Outcome:
    """Build a model and run it on its first inputs."""
    import torch
    from fullgraph.runtime_check.step.step import Stepper
    from fullgraph.runtime_check.target.target import Spec, TargetError, load_target

    try:
        target = load_target(Spec(prefix, name), [], None, BuildOptions(train=train))
        stepper = Stepper(target, torch.device("cpu"), train=train)
        stepper.observe(target.fn, stepper.target.calls[0])
    except TargetError as error:
        cause = error.__cause__.__cause__ if isinstance(error.__cause__, ModelError) else None
        return Outcome(name, error.cause or "is no target", str(error), trace=_trace(cause or error))
    except Exception as error:
        return Outcome(name, failing(NOT_RUN, error), first_line(error), trace=_trace(error))
    return Outcome(name)


def _trace(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))[-1500:]


def _ended(child: _Child, late: bool) -> Outcome:
    if late:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.process, signal.SIGKILL)
    os.close(child.pipe)
    _, status = os.waitpid(child.process, 0)
    if late:
        return Outcome(child.name, f"no end after {SECONDS:.0f} s", seconds=SECONDS)
    try:
        return Outcome(**json.loads(child.told))
    except ValueError:
        code = os.waitstatus_to_exitcode(status)
        how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return Outcome(child.name, f"its process ends by {how}", seconds=round(time.monotonic() - child.started, 2))


def lines(prefix: str, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The report: the share that runs, and what does not by cause, the most frequent first."""
    ran = sum(not outcome.cause for outcome in outcomes)
    share = f"{100 * ran / len(outcomes):.1f} %" if outcomes else "nothing to run"
    yield f"{prefix}: {ran} of {len(outcomes)} run ({share})"
    for cause, found in grouped(outcomes).items():
        yield f"{len(found):5} {cause}"
        for outcome in found[:EXAMPLES]:
            yield f"        {outcome.name}: {outcome.message[:SHOWN]}"


def grouped(outcomes: Sequence[Outcome]) -> Mapping[str, list[Outcome]]:
    """What did not run, by cause, the most frequent first."""
    causes: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.cause:
            causes[outcome.cause].append(outcome)
    return dict(sorted(causes.items(), key=lambda one: (-len(one[1]), one[0])))


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit statuses: 0 models ran, 2 none did."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.sweep.builders",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("library", choices=LIBRARIES, metavar="LIBRARY", help=", ".join(LIBRARIES))
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these models")
    parser.add_argument("--train", action="store_true", help="forward and backward, in train mode")
    parser.add_argument("--every", action="store_true", help="of timm and torchvision not just one of each family")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="models at a time (default: 1)")
    parser.add_argument("--output-file", type=Path, metavar="FILE", help="write the outcome of each there, as JSON")
    given = parser.parse_args(arguments)
    try:
        models = given.names or names(given.library, every=given.every)
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    outcomes: list[Outcome] = []
    order = {name: index for index, name in enumerate(models)}
    for outcome in run(given.library, models, given.train, given.jobs):
        outcomes.append(outcome)
        outcomes.sort(key=lambda one: order[one.name])
        if len(outcomes) % STEP == 0 or len(outcomes) == len(models):
            print(f"{len(outcomes)}/{len(models)}", file=sys.stderr, flush=True)
            if given.output_file:
                found = {"library": given.library, "train": given.train, "models": [asdict(one) for one in outcomes]}
                given.output_file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print("\n".join(lines(given.library, outcomes)))
    return 0 if any(not outcome.cause for outcome in outcomes) else 2


if __name__ == "__main__":
    sys.exit(main())
