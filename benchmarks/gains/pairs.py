"""The captioning step before and after its fix, timed in turns in the same processes."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from fullgraph.runtime_check.process.measure_pairs import combined, in_process
from fullgraph.runtime_check.process.protocol import PairRequest
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.report.ratios import show_ratio
from fullgraph.runtime_check.results import FixedSpeed, from_json

from . import captioning
from .jobs import PAIRS, Choices, captioning_folder, captioning_request
from .run import Budget
from .store import Store


def main(
    choices: Choices,
    store: Store,
    only: Sequence[str],
    processes: int,
    limits: Limits,
    budget: Budget,
    say: Callable[[str], None],
) -> int:
    """Run the processes that the store lacks, or that failed, of each way to compile; the exit status."""
    names = [name for name in PAIRS if not only or any(text in f"pairs/{name}" for text in only)]
    if not names:
        raise ValueError(f"no way of pairs has a name with {' or '.join(only)}: {', '.join(PAIRS)}")
    store.extra["fix"] = captioning.prepare(choices)
    kept = store.extra.setdefault("processes", {})
    with tempfile.TemporaryDirectory(prefix="fullgraph-pairs-", ignore_cleanup_errors=True) as folder:
        for name in names:
            found = kept[name] = [one for one in kept.get(name, []) if not one["note"]]
            for number in range(len(found), processes):
                if budget.over:
                    say("the time is over: run it again with --resume")
                    return 3
                say(f"{name}: process {number + 1} of {processes}")
                speed = in_process(asked(choices, name), limits, number, Path(folder, name))
                found.append(dataclasses.asdict(speed))
                store.write()
                if speed.note:
                    break  # The others would fail alike.
    speeds = read(store)
    for name, speed in speeds.items():
        say(f"{name}: {show_ratio(speed.ratio) if speed.ratio is not None else speed.note}")
    return int(any(speed.ratio is None for speed in speeds.values()))


def asked(choices: Choices, name: str) -> PairRequest:
    """The request of one way to compile."""
    arm, fixed_arm = PAIRS[name]
    request, fixed = (captioning_request(choices, "static", version) for version in ("released", "fixed"))
    root, fixed_root = (str(captioning_folder(choices, version)) for version in ("released", "fixed"))
    return PairRequest(request, fixed, root, fixed_root, arm, fixed_arm)


def read(store: Store) -> dict[str, FixedSpeed]:
    """What was measured, by the way to compile."""
    kept = store.extra.get("processes", {})
    return {name: combined(name, [from_json(FixedSpeed, one) for one in found]) for name, found in kept.items()}
