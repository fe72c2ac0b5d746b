"""The quick pass says of breaks, recompiles and verdicts what all checks of ``verify`` say."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import identify_zoo
import pytest
from fullgraph.runtime_check.process import forked
from fullgraph.runtime_check.process.forked import ForkServer, observe_forked
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.sweep.engine.outcome import row_of
from fullgraph.sweep.rows import RunRow

pytestmark = pytest.mark.skipif(not forked.POSIX, reason="needs Linux")

ZOO = Path(identify_zoo.__file__)
QUICK = {
    ("whole", None): "whole",
    ("prints", None): "breaks",
    ("takes_an_item", None): "breaks",
    ("gives_its_argument", None): "breaks",
    ("calls_what_is_disabled", None): "breaks",
    ("Counts", False): "recompiles",
    ("ItemOfState", False): "breaks",
    ("BreaksInTraining", False): "whole",
    ("BreaksInTraining", True): "breaks",
}
"""Some targets, with whether they train, and their status."""
JUDGED = ("eager", "breaks", "fullgraph", "steady")


def _others() -> list[tuple[str, bool | None]]:
    found: list[tuple[str, bool | None]] = []
    for name, value in vars(identify_zoo).items():
        if getattr(value, "__module__", "") != identify_zoo.__name__ or name in ("inputs", "trains") or name[0] == "_":
            continue
        if inspect.isclass(value):
            found += [(name, False), (name, True)]
        elif inspect.isfunction(value):
            found.append((name, True if name.startswith("step") else None))
    return [one for one in found if one not in QUICK]


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with ForkServer([]) as found:
        yield found


def observed(server: ForkServer, name: str, train: bool | None, checks: list[str]) -> RunRow:
    request = Request(
        f"{ZOO}:{name}",
        str(ZOO.parent),
        device="cpu",
        backend="eager",
        train=train,
        module_mode="train" if train else "eval",
        bench_seconds=0.0,
        checks=checks,
    )
    return row_of("", observe_forked(server, request, Limits(300.0))[0])


def told(row: RunRow) -> dict[str, object]:
    return {
        "status": row.status,
        "failure": (row.failure, row.message),
        "graphs": row.graphs,
        "step": row.step,
        "breaks": [(one.identity, one.line, one.kind, one.registry_id, sorted(one.modes)) for one in row.breaks],
        "recompiles": {(one.identity, one.guard, one.kind, one.steady, one.over_limit) for one in row.recompiles},
        "verdicts": {one.name: one.status for one in row.checks if one.name in JUDGED},
    }


@pytest.mark.parametrize(("name", "train"), QUICK)
def test_it_says_what_verify_says(server: ForkServer, name: str, train: bool | None) -> None:
    quick = observed(server, name, train, ["identify"])
    assert told(quick) == told(observed(server, name, train, []))
    assert quick.status == QUICK[name, train]
    assert [one.name for one in quick.checks] == list(JUDGED)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "train"), _others())
def test_it_says_what_verify_says_of_others(server: ForkServer, name: str, train: bool | None) -> None:
    assert told(observed(server, name, train, ["identify"])) == told(observed(server, name, train, []))
