"""Targets under DistributedDataParallel, on two gloo ranks."""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import torch
from click.testing import CliRunner
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.process import ddp
from fullgraph.runtime_check.results import DataParallel, Failure, Run, Verdict

SOURCE = """
    import os
    import sys
    import time

    import torch
    from torch import nn

    RANK = int(os.environ.get("RANK", "-1"))

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.Sequential(*[nn.Linear(256, 256) for _ in range(8)])

        def forward(self, x):
            return self.layers(x).square().mean()

    class Breaking(Net):
        def forward(self, x):
            x = self.layers(x)
            if x.sum() > 1e9:
                x = x * 2
            return x.square().mean()

    class Raising(Net):
        def forward(self, x):
            if RANK == 1:
                raise LookupError("not on this rank")
            return super().forward(x)

    class Dying(Net):
        def forward(self, x):
            if RANK == 1:
                print("last words of a rank", flush=True)
                os.abort()
            return super().forward(x)

    class Hanging(Net):
        def forward(self, x):
            if RANK == 1:
                time.sleep(600)
            return super().forward(x)

    def function(x):
        return (x * x).sum()

    def inputs():
        return [(torch.randn(4, 256),), (torch.randn(8, 256),)]
"""


def on_ranks(folder: Path, attribute: str, *options: str) -> dict[str, Any]:
    (folder / "ranks.py").write_text(dedent(SOURCE))
    quick = ("--backend", "aot_eager", "--bench-seconds", "0", "--device", "cpu", "--format", "json")
    arguments = [f"{folder / 'ranks.py'}:{attribute}", "--ddp", "2", *quick, *options]
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    (target,) = json.loads(result.stdout)["targets"]
    assert result.exit_code == target["exit_status"]
    run: dict[str, Any] = target["before"]
    assert run["failure"] is None
    return run


pytestmark = pytest.mark.skipif(not torch.distributed.is_available(), reason="torch without torch.distributed")


@pytest.mark.slow
def test_compiled_around_and_inside_equal_eager(tmp_path: Path) -> None:
    run = on_ranks(tmp_path, "Net")
    found = run["ddp"]
    assert found["failure"] is None
    assert (found["ranks"], found["communication"], found["optimize_ddp"]) == (2, "gloo", "ddp_optimizer")
    assert (found["around"]["status"], found["inside"]["status"]) == ("pass", "pass")
    # 2 MiB of parameters: more than the first bucket, which is of 1 MiB.
    assert found["parts"] > found["graphs"] > 0
    assert found["bucket_mib"] == 25
    assert found["loss_eager"] == pytest.approx(found["loss_compiled"], rel=1e-5)
    assert found["other_breaks"] == 0
    assert any("_inside_ddp_forward" in b["explanation"] for b in found["breaks"])
    assert {Path(b["place"]["filename"]).name for b in found["breaks"]} == {"distributed.py"}
    assert run["exit_status"] == 0


@pytest.mark.slow
def test_breaks_of_the_model_are_not_ddps(tmp_path: Path) -> None:
    found = on_ranks(tmp_path, "Breaking")["ddp"]
    assert found["around"]["status"] == "pass"
    assert found["other_breaks"] == 1
    assert found["inside"]["status"] == "fail"
    assert "raises where eager does not" in found["inside"]["summary"]
    assert DataParallel(inside=Verdict("ddp", "fail", "")).exit_status == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attribute", "kind", "said"),
    [
        ("Raising", "raised", "rank 1: the target raises during the eager run under DistributedDataParallel: Lookup"),
        ("Dying", "crash", "rank 1: the process was ended by SIGABRT during the eager run under Distributed"),
        ("function", "target", "--ddp takes a module"),
    ],
)
def test_a_rank_that_fails_ends_all(tmp_path: Path, attribute: str, kind: str, said: str) -> None:
    start = time.monotonic()
    run = on_ranks(tmp_path, attribute, "--timeout", "300")
    assert time.monotonic() - start < 250
    failure = run["ddp"]["failure"]
    assert failure["kind"] == kind
    assert said in failure["message"]
    assert "\n" not in failure["message"]
    assert run["exit_status"] == 2
    if attribute == "Dying":
        assert failure["output"].startswith("last words of a rank")


@pytest.mark.slow
def test_a_rank_that_hangs_ends_all(tmp_path: Path) -> None:
    failure = on_ranks(tmp_path, "Hanging", "--timeout", "100")["ddp"]["failure"]
    assert failure["kind"] == "timeout"
    assert "no end after 100 s (--timeout), stopped rank 0 in the eager run under" in failure["message"]
    assert "rank 1 in the eager run under" in failure["message"]


@dataclass
class Ended:
    """A rank that has ended with this failure."""

    message: str
    ended_at: float
    kind: str = "raised"
    running: bool = False

    def rank_failure(self) -> Failure:
        return Failure("crash" if self.kind == "crash" else "raised", self.message, "ddp eager")


@pytest.mark.parametrize("seen_first", [0, 1])
@pytest.mark.parametrize(
    ("ranks", "cause"),
    [
        ([Ended("connection closed by peer", 2.0), Ended("LookupError", 1.0)], "LookupError"),
        ([Ended("LookupError", 1.0), Ended("connection closed by peer", 2.0)], "LookupError"),
        ([Ended("connection closed by peer", 2.0), Ended("SIGABRT", math.inf, "crash")], "SIGABRT"),
    ],
)
def test_the_cause_is_what_came_first(ranks: list[Any], cause: str, seen_first: int) -> None:
    first = ranks[seen_first]
    assert ddp._cause(first, first.rank_failure(), ranks).message == cause


def test_the_exit_status_has_the_ranks_too() -> None:
    assert Run(ddp=DataParallel()).exit_status == 0
    assert Run(ddp=DataParallel(around=Verdict("ddp", "fail", "differs"))).exit_status == 1


def test_too_few_ranks_is_wrong_usage() -> None:
    result = CliRunner().invoke(command, ["x.py:Net", "--ddp", "1"])
    assert result.exit_code == 2
    assert "1 is not in the range x>=2" in result.output
