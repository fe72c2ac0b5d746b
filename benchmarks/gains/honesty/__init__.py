"""Does ``fullgraph verify`` report what a plain script measures, and what does it cost beside it?"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.gains.jobs import Choices
from benchmarks.gains.run import Budget
from benchmarks.gains.store import Store, add_command, command_line, describe, same_environment

from .agreement import compare
from .rounds import TARGETS, Measured, plain, verify

VERSIONS = ("eager", "compiled")


def main(
    choices: Choices,
    path: Path,
    only: Sequence[str],
    rounds: int,
    budget: Budget,
    *,
    resume: bool,
    say: Callable[[str], None],
) -> int:
    """Measure in turns and write each round; the exit status. Raises `ValueError` for a file that is something else."""
    names = [name for name in TARGETS if not only or any(text in name for text in only)]
    if choices.small:
        names = [f"{name}_small" for name in names if name != "sines_100000000"]
    if not names:
        raise ValueError(f"no target of honesty has a name with {' or '.join(only)}: {', '.join(TARGETS)}")
    store = Store.read(path) if resume else Store(path)
    here = describe(choices.device)
    if store.extra and same_environment(store.environment, here):
        raise ValueError(f"{path} was measured elsewhere: begin another --output-file")
    store.environment = here | {"small": choices.small}
    store.commands = add_command(store.commands, command_line("benchmarks.gains"))
    kept = store.extra.setdefault("rounds", {})
    complete = True
    for name in names:
        with tempfile.TemporaryDirectory(prefix="fullgraph-honesty-") as caches:
            complete &= _one(name, rounds, choices.device, Path(caches), kept.setdefault(name, []), store, budget, say)
    if not complete:
        say("the time is over: run it again with --resume")
        return 3
    return int(any(not agreed(read(kept[name])) for name in names))


def _one(
    name: str,
    rounds: int,
    device: str | None,
    caches: Path,
    kept: list[dict[str, object]],
    store: Store,
    budget: Budget,
    say: Callable[[str], None],
) -> bool:
    """The rounds of one target that are not there yet; False if the time was over before."""
    if len(kept) == 2 * rounds:
        return True
    kept.clear()  # The first round is the one with empty caches, so that half a target is measured anew.
    for number in range(rounds):
        for tool in (plain, verify):
            if budget.over:
                return False
            found = tool(name, number, device, caches)
            kept.append(dataclasses.asdict(found))
            store.write()
            said = found.failure or ", ".join(f"{one} {getattr(found, one)[0] * 1e3:.4f} ms" for one in VERSIONS)
            say(f"{name}, round {number + 1}, {found.tool}: {said}, {found.wall:.1f} s in all")
    return True


def read(kept: Sequence[dict[str, object]]) -> list[Measured]:
    """The rounds as they were kept."""
    return [Measured(**values) for values in kept]  # type: ignore[arg-type]


def agreed(rounds: Sequence[Measured]) -> bool:
    """Both versions were measured by both tools, which agree."""
    found = [compare(rounds, version) for version in VERSIONS]
    return all(one is not None and one.agrees for one in found)
