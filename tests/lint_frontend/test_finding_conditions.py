"""What has to hold for a finding: what its conditions ask about, how they are told, and what is assumed of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from frontend import Ran
from fullgraph.lint.diagnostics.condition import ASSUMABLE

Run = Callable[..., Ran]

HEAD = """\
import os
import torch
from torch import nn
from zoo import is_kernels_available

try:
    import kernels
except ImportError:
    kernels = None

half = torch.float32
DEBUG = os.environ.get("DEBUG")
QUIET = os.getenv("QUIET", "1")
HAS_ZOO = is_kernels_available()


class Net(nn.Module):
    def __init__(self, config, verbose=False, quiet=True, depth=2):
        super().__init__()
        self.config = config
        self.verbose = verbose
        self.quiet = quiet
        self.depth = depth
        self.kind = "plain"
        self.seen = False

    def note(self):
        self.seen = True

    def forward(
        self, x: torch.Tensor, mask=None, size=None, needed: int = 0, *, debug=False, loud: bool = True, trained=False
    ):
        size = size or 3
        if {test}:
            print("here")
        return x
"""


def found(run: Run, folder: Path, test: str, *options: str) -> list[dict[str, Any]]:
    (folder / "net.py").write_text(HEAD.format(test=test))
    entries = json.loads(run("check", "net.py", "--output-format", "json", *options).out)
    return [one for one in entries if one["code"] == "FG401"]


def condition(run: Run, folder: Path, test: str, *options: str) -> dict[str, Any]:
    (one,) = found(run, folder, test, *options)
    (last,) = one["conditions"]
    return dict(last)


@pytest.mark.parametrize(
    ("test", "kind", "values", "among", "holds"),
    [
        ("self.training", "mode", ["training"], True, False),
        ("not self.training", "mode", ["evaluation"], True, None),
        ("x.dtype == torch.float16", "dtype", ["float16"], True, False),
        ("x.dtype is torch.half", "dtype", ["float16"], True, False),
        ("x.dtype in (torch.float16, torch.bfloat16)", "dtype", ["float16", "bfloat16"], True, False),
        ("x.dtype != torch.float32", "dtype", ["float32"], False, False),
        ("not x.dtype == torch.half", "dtype", ["float16"], False, True),
        ("x.dtype == torch.float32", "dtype", ["float32"], True, True),
        ("torch.is_autocast_enabled()", "dtype", ["autocast"], True, False),
        ("x.is_cuda", "device", ["cuda"], True, None),
        ("x.device.type == 'cuda'", "device", ["cuda"], True, None),
        ("torch.cuda.is_available()", "device", ["cuda"], True, None),
        ("mask is not None", "argument", [], True, False),
        ("mask is None", "argument", [], True, True),
        ("debug", "option", [], True, False),
        ("not loud", "option", [], True, False),
        ("needed > 2", "option", [], True, False),
        ("needed in (0, 1)", "option", [], True, True),
        ("self.verbose", "option", [], True, False),
        ("not self.quiet", "option", [], True, False),
        ("self.depth > 1", "option", [], True, True),
        ("self.kind == self.config.kind", "option", [], True, None),
        ("self.seen", "option", [], True, None),
        ("self.config.debug", "option", [], True, None),
        ("debug or self.config.debug", "option", [], True, None),
        ("debug or self.verbose", "option", [], True, False),
        ("loud or self.config.debug", "option", [], True, True),
        ("os.environ.get('DEBUG')", "environment", [], True, False),
        ("os.environ.get('LEVEL', '0') == '1'", "environment", [], True, False),
        ("os.environ['LEVEL']", "environment", [], True, None),
        ("DEBUG", "environment", [], True, False),
        ("QUIET == '1'", "environment", [], True, True),
        ("kernels is not None", "package", [], True, None),
        ("HAS_ZOO", "package", [], True, None),
        ("is_kernels_available()", "package", [], True, None),
        # A name that the function assigns is no argument any more.
        ("size is not None", "other", [], True, None),
        ("x.ndim > 2", "other", [], True, None),
        # What a name of the module's own means is not looked up.
        ("x.dtype == half", "other", [], True, None),
        ("trained", "option", [], True, False),
    ],
)
def test_what_is_asked(
    run: Run, folder: Path, test: str, kind: str, values: list[str], among: bool, holds: bool | None
) -> None:
    shown = condition(run, folder, test)
    assert {key: shown[key] for key in ("kind", "values", "among", "holds")} == {
        "kind": kind,
        "values": values,
        "among": among,
        "holds": holds,
    }


@pytest.mark.parametrize(
    ("test", "only"),
    [
        ("self.training", " [only in training]"),
        ("not self.training", " [only in evaluation]"),
        ("x.dtype in (torch.half, torch.bfloat16)", " [only in float16 or bfloat16]"),
        ("x.dtype != torch.float32", " [only in a dtype other than float32]"),
        ("torch.is_autocast_enabled()", " [only under autocast]"),
        ("not x.is_cuda", " [only not on cuda]"),
        ("self.training and mask is not None", " [only in training, if mask is not None]"),
        ("not (mask is None)", " [only if mask is not None]"),
        ("not (x.ndim > 2)", ""),
        # It holds by default.
        ("mask is None", ""),
    ],
)
def test_the_first_line_says_it(run: Run, folder: Path, test: str, only: str) -> None:
    (folder / "net.py").write_text(HEAD.format(test=test))
    line = f"FG401 print breaks the graph{only}"
    assert line in [
        row.partition(" ")[2] for row in run("check", "net.py", "--output-format", "concise").out.splitlines()
    ]
    assert line in [row.partition(" ")[2] for row in run("check", "net.py").out.splitlines()]
    assert f"print breaks the graph{only}" in run("check", "net.py", "--output-format", "github").out.replace(
        "%0A", "\n"
    )


@pytest.mark.parametrize(
    ("test", "assumed", "is_reported"),
    [
        ("self.training", "training", True),
        ("self.training", "evaluation", False),
        ("self.training", "training,evaluation", True),
        ("self.training", "float16", True),
        ("not self.training", "training", False),
        ("x.dtype == torch.float16", "float16", True),
        ("x.dtype == torch.float16", "bfloat16,float32", False),
        ("x.dtype != torch.float32", "float32", False),
        ("x.dtype != torch.float32", "float32,float16", True),
        ("torch.is_autocast_enabled()", "float32", True),
        ("not torch.is_autocast_enabled()", "autocast", False),
        ("x.is_cuda", "cpu", False),
        ("not x.is_cuda", "cuda", False),
        ("mask is not None", "training,float16,cpu", True),
        ("self.training and x.dtype == torch.half", "training,float32", False),
    ],
)
def test_what_is_assumed_decides(run: Run, folder: Path, test: str, assumed: str, is_reported: bool) -> None:
    assert bool(found(run, folder, test, "--assume", assumed)) is is_reported
    (folder / "fullgraph.toml").write_text(f"assume = {json.dumps(assumed.split(','))}\n")
    assert bool(found(run, folder, test)) is is_reported


def test_what_is_assumed_holds_in_every_call(run: Run, folder: Path) -> None:
    (one,) = found(run, folder, "self.training")
    assert one["rank"]["level"] == "training"
    (one,) = found(run, folder, "self.training", "--assume", "training")
    assert (one["rank"]["level"], one["conditions"][0]["holds"]) == ("call", True)
    assert "[only" not in run("check", "net.py", "--assume", "training").out


@pytest.mark.parametrize(
    ("check", "level"),
    [
        ("if mask is None: raise ValueError", "call"),
        ("if (mask is None) ^ debug: raise ValueError", "call"),
        ("if mask is None:\n            size = 4\n            raise ValueError", "call"),
        ("if mask is None: return x", "condition"),
        ("if mask is None: raise ValueError\n        if loud: return x", "off"),
    ],
)
def test_what_a_check_asks_is_no_condition(run: Run, folder: Path, check: str, level: str) -> None:
    text = HEAD.replace('        if {test}:\n            print("here")', f"        {check}\n        print(1)")
    (folder / "net.py").write_text(text)
    (one,) = json.loads(run("check", "net.py", "--output-format", "json").out)
    assert (one["code"], one["rank"]["level"]) == ("FG401", level)
    assert bool(one["conditions"]) is (level != "call")


def test_full_reports_group_by_when_it_holds(run: Run, folder: Path) -> None:
    tests = ["debug", "x.dtype == torch.half", "self.training", "mask is not None", "mask is None"]
    arms = "\n".join(f"        if {test}:\n            print({number})" for number, test in enumerate(tests))
    (folder / "net.py").write_text(HEAD.replace('        if {test}:\n            print("here")', arms))
    shown = run("check", "net.py").out
    marks = [
        "print(4)",
        "In some calls:",
        "print(3)",
        "Only in training:",
        "print(2)",
        "Only in some dtypes:",
        "print(1)",
        "Off by default:",
        "print(0)",
    ]
    places = [shown.index(mark) for mark in marks]
    assert places == sorted(places)


def test_what_cannot_be_assumed_is_one_line(run: Run, folder: Path) -> None:
    (folder / "net.py").write_text("x = 1\n")
    ran = run("check", "net.py", "--assume", "float8")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: --assume: 'float8' is none of {', '.join(ASSUMABLE)}\n"
    (folder / "fullgraph.toml").write_text('assume = ["float8"]\n')
    ran = run("check", "net.py")
    assert ran.status == 2
    assert "assume must be a list out of training, " in ran.err


def test_explain_says_that_it_is_not_assumed(run: Run, folder: Path) -> None:
    (folder / "net.py").write_text(HEAD.format(test="self.training"))
    row = HEAD[: HEAD.index('print("here")')].count("\n") + 1
    shown = run("explain", f"net.py:{row}", "--assume", "evaluation").out
    assert "it holds only in training, which is not assumed (--assume)" in shown
    assert "not assumed" not in run("explain", f"net.py:{row}").out
