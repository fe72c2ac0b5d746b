"""Targets under DistributedDataParallel, on two gloo ranks."""

from __future__ import annotations

import json
import time
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import torch
from click.testing import CliRunner
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.results import DataParallel, Run, Verdict

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
    ddp = run["ddp"]
    assert ddp["failure"] is None
    assert (ddp["ranks"], ddp["communication"], ddp["optimize_ddp"]) == (2, "gloo", "ddp_optimizer")
    assert (ddp["around"]["status"], ddp["inside"]["status"]) == ("pass", "pass")
    # 2 MiB of parameters: more than the first bucket, which is of 1 MiB.
    assert ddp["parts"] > ddp["graphs"] > 0
    assert ddp["bucket_mib"] == 25
    assert ddp["loss_eager"] == pytest.approx(ddp["loss_compiled"], rel=1e-5)
    assert ddp["other_breaks"] == 0
    assert any("_inside_ddp_forward" in found["explanation"] for found in ddp["breaks"])
    assert {Path(found["place"]["filename"]).name for found in ddp["breaks"]} == {"distributed.py"}
    assert run["exit_status"] == 0


@pytest.mark.slow
def test_breaks_of_the_model_are_not_ddps(tmp_path: Path) -> None:
    ddp = on_ranks(tmp_path, "Breaking")["ddp"]
    assert ddp["around"]["status"] == "pass"
    assert ddp["other_breaks"] == 1
    assert ddp["inside"]["status"] == "fail"
    assert "raises where eager does not" in ddp["inside"]["summary"]
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


def test_the_exit_status_has_the_ranks_too() -> None:
    assert Run(ddp=DataParallel()).exit_status == 0
    assert Run(ddp=DataParallel(around=Verdict("ddp", "fail", "differs"))).exit_status == 1


def test_too_few_ranks_is_wrong_usage() -> None:
    result = CliRunner().invoke(command, ["x.py:Net", "--ddp", "1"])
    assert result.exit_code == 2
    assert "1 is not in the range x>=2" in result.output
