"""``while`` loops on tensors: the text of the rewrite, and what is in its way."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import torch
from torch import nn


class Solver(nn.Module):
    def __init__(self, limit: int = 5):
        super().__init__()
        self.limit = limit
        self.layer = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        error = torch.ones(())
        count = 0
"""


def program(body: str) -> str:
    return HEAD + "".join(f"        {line}\n" for line in body.splitlines())


def said(path: Path, body: str) -> str:
    file = path / "model.py"
    file.write_text(program(body))
    fix = check([file]).diagnostics[0].fix
    assert fix is not None and fix.applicability is Applicability.DISPLAY
    return fix.message


def test_comments_stay_and_a_second_run_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "model.py"
    file.write_text(
        program("""\
while error > 0.1 and count < self.limit:  # until it is good
    # first the count
    count += 1  # of steps
    error = error / 2  # halved
return x * error""")
    )
    assert not fix_paths([file], unsafe=True).errors
    assert file.read_text() == program("""\
# first the count
# of steps
for _ in range(self.limit):  # until it is good
    going = error > 0.1
    error = torch.where(going, error / 2, error)  # halved
return x * error""")
    assert not fix_paths([file], unsafe=True).files


@pytest.mark.parametrize(
    ("loop", "reason"),
    [
        ("while error > 0.1:\n    error = error / 2", "the gradients of torch.while_loop are wrong"),
        ("while error > count and count < 5:\n    error = error / 2\n    count += 1", "which continues after the loop"),
        ("while error > 0.1 and count < 500:\n    error = error / 2\n    count += 1", "too many"),
        ("while error > 0.1 and count < 5:\n    count += 1\n    error = error / count", "behind its increment"),
        ("while error > 0.1 and count < 5:\n    count += 1\n    error = error / 2\nx = x * count", "after the loop"),
        ("while error > 0.1 and count < 5:\n    count += 1\n    error = error * torch.rand(())", "random"),
        (
            "while error > 0.1 and count < 5:\n    if count:\n        error = error / 2\n    count += 1",
            "more than compute",
        ),
        ("while error > 0.1 and count < 5:\n    count += 1\n    error.mul_(0.5)", "more than compute"),
        ("while error > 0.1 and count < 5:\n    count += 1\n    error = 0.5 * 0.1", "becomes a Python number"),
    ],
)
def test_what_is_in_the_way_is_named(tmp_path: Path, loop: str, reason: str) -> None:
    assert reason in said(tmp_path, f"{loop}\nreturn x * error")
