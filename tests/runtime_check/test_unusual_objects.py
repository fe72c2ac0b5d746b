"""Looking at a target does not disturb it: objects whose methods raise, and modules that are imported when used."""

from __future__ import annotations

from pathlib import Path

from fullgraph.runtime_check.observe.breaks import parse_break
from fullgraph.runtime_check.session.verify import Settings, verify
from fullgraph.runtime_check.source_lines import OWN_FOLDER

UNUSUAL = """
import sys
import types

import torch
from torch import nn


class Pairs(tuple):
    def __len__(self):
        raise NotImplementedError


class Table(dict):
    def items(self):
        raise ValueError("ask for one at a time")


class Lazy(types.ModuleType):
    def __getattr__(self, name):
        raise ImportError("needs a package that is not installed")


sys.modules["lazy_placeholder"] = Lazy("lazy_placeholder")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pairs = Pairs(((1, 2),))
        self.table = Table(a=1)
        self.calls = []

    def forward(self, x):
        self.calls.append(1)
        return x * 2


inputs = [(torch.ones(3),)]
"""


def test_objects_whose_methods_raise_and_lazy_modules(tmp_path: Path) -> None:
    path = tmp_path / "unusual.py"
    path.write_text(UNUSUAL)
    (target,) = verify(f"{path}:Net", Settings(backend="eager", bench_seconds=0.0, device="cpu")).targets
    assert target.before.failure is None
    assert {one.check: one.status for one in target.before.verdicts}["effects"] == "pass"


UNINITIALIZED = """
import torch

class Net(torch.nn.Sequential):
    def __init__(self):
        super().__init__(torch.nn.LazyLinear(3), torch.nn.LazyBatchNorm1d())


inputs = [(torch.ones(4, 5),)]
"""


def test_lazy_layers_get_their_shapes_before_anything_is_compared(tmp_path: Path) -> None:
    path = tmp_path / "uninitialized.py"
    path.write_text(UNINITIALIZED)
    (target,) = verify(f"{path}:Net", Settings(backend="eager", bench_seconds=0.0, device="cpu")).targets
    assert target.before.failure is None
    found = {one.check: one.status for one in target.before.verdicts}
    assert (found["breaks"], found["numerics"]) == ("pass", "pass")


def test_frames_of_the_verifier_are_no_part_of_a_break() -> None:
    payload = (
        "Graph break in user code at {own}:3\nGraph Break Reason: R\n  Explanation: E\n\nUser code traceback:\n"
        '  File "{own}", line 3, in run\n'
    ).format(own=f"{OWN_FOLDER}step/step.py")
    assert parse_break(payload) is None
    found = parse_break(payload + '  File "/home/me/net.py", line 9, in forward\n')
    assert found is not None
    assert [(frame.filename, frame.line) for frame in found.stack] == [("/home/me/net.py", 9)]
