"""The captioning step before and after its fix, timed in turns in the same processes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from fullgraph.runtime_check.process.measure_pairs import measure_pair
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
    """Measure each way to compile that the store lacks, and write it; the exit status."""
    names = [name for name in PAIRS if not only or any(text in f"pairs/{name}" for text in only)]
    if not names:
        raise ValueError(f"no way of pairs has a name with {' or '.join(only)}: {', '.join(PAIRS)}")
    store.extra["fix"] = captioning.prepare(choices)
    kept = store.extra.setdefault("speeds", {})
    for name in names:
        if name in kept:
            continue
        if budget.over:
            say("the time is over: run it again with --resume")
            return 3

        def on_begin(number: int, name: str = name) -> None:
            say(f"{name}: process {number + 1} of {processes}")

        speed = measure_pair(asked(choices, name), limits, processes, on_begin)
        kept[name] = dataclasses.asdict(speed)
        store.write()
        say(f"{name}: {show_ratio(speed.ratio) if speed.ratio is not None else speed.note}")
    return int(any(speed.ratio is None for speed in read(store).values()))


def asked(choices: Choices, name: str) -> PairRequest:
    """The request of one way to compile."""
    arm, fixed_arm = PAIRS[name]
    request, fixed = (captioning_request(choices, "static", version) for version in ("released", "fixed"))
    root, fixed_root = (str(captioning_folder(choices, version)) for version in ("released", "fixed"))
    return PairRequest(request, fixed, root, fixed_root, arm, fixed_arm)


def read(store: Store) -> dict[str, FixedSpeed]:
    """What was measured, by the way to compile."""
    return {name: from_json(FixedSpeed, values) for name, values in store.extra.get("speeds", {}).items()}
