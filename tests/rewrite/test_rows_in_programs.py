"""All rows instead of the selected ones: the text of the rewrite, and what is in its way."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.number = 3
        self.up = nn.Parameter(torch.randn(3, 6, 6))
        self.experts = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))

    def forward(self, x: torch.Tensor, index: torch.Tensor, weights: torch.Tensor):
        out = torch.zeros_like(x)
        mask = F.one_hot(index, num_classes=self.number).permute(2, 1, 0)
"""


def program(body: str) -> str:
    return HEAD + "".join(f"        {line}\n" if line else "\n" for line in body.splitlines())


def rewritten(path: Path, body: str) -> str:
    """The body of the method after all fixes."""
    file = path / "model.py"
    file.write_text(program(body))
    result = fix_paths([file], unsafe=True)
    assert not result.errors
    text = file.read_text()
    assert text.startswith(HEAD)
    assert not fix_paths([file], unsafe=True).files  # a second run changes nothing
    return "\n".join(line[8:] for line in text[len(HEAD) :].splitlines())


def said(path: Path, body: str) -> str:
    """What is said of the first finding's fix; it must not be applicable."""
    file = path / "model.py"
    file.write_text(program(body))
    fix = check([file]).diagnostics[0].fix
    assert fix is not None and fix.applicability is Applicability.DISPLAY
    return fix.message


def test_the_test_of_a_number_that_no_expert_has_goes_with_the_loop_over_the_hit(tmp_path: Path) -> None:
    body = """\
hit = torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero()
for number in hit:
    number = number[0]
    # none has it
    if number == self.number:
        continue
    slot, row = torch.where(mask[number])
    state = F.linear(x[row], self.up[number]) * weights[row, slot, None]
    out.index_add_(0, row, state.to(out.dtype))
return out"""
    assert (
        rewritten(tmp_path, body)
        == """\
for number in range(self.number):
    # none has it
    chosen = mask[number].T.bool()
    state_2 = torch.where(chosen.any(-1, keepdim=True), x, 0)
    weight = torch.where(chosen, weights, 0).sum(-1, keepdim=True)
    state = F.linear(state_2, self.up[number]) * weight
    out.add_(state.to(out.dtype))
return out"""
    )


def test_what_is_not_zero_for_other_rows_is_masked_once_more(tmp_path: Path) -> None:
    body = """\
for number in range(self.number):
    slot, row = torch.where(mask[number])
    state = self.experts[number](x[row]) * weights[row, slot, None]
    state = state + 1
    out.index_add_(0, row, state)
return out"""
    assert "out.add_(torch.where(chosen.any(-1, keepdim=True), state, 0))" in rewritten(tmp_path, body)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("scale = state.mean(0)", "computed of several rows together"),
        ("scale = state.shape[0]", "depends on how many rows are selected"),
        ("self.count = self.count + 1", "a step of the loop does more"),
        ("print(number)", "a step of the loop does more"),
        ("total = row + 1", "needs the indices themselves"),
        ("kept.append(state)", "a step of the loop does more"),
    ],
)
def test_what_is_in_the_way_is_named(tmp_path: Path, line: str, reason: str) -> None:
    body = f"""\
kept = []
for number in range(self.number):
    slot, row = torch.where(mask[number])
    state = self.experts[number](x[row]) * weights[row, slot, None]
    {line}
    out.index_add_(0, row, state)
return out"""
    assert reason in said(tmp_path, body)


def test_rows_are_not_kept_for_after_the_loop(tmp_path: Path) -> None:
    body = """\
for number in range(self.number):
    slot, row = torch.where(mask[number])
    state = self.experts[number](x[row]) * weights[row, slot, None]
    out.index_add_(0, row, state)
return out, state"""
    assert "`state` is used after the loop" in said(tmp_path, body)


def test_a_sum_that_goes_on_from_step_to_step_is_left(tmp_path: Path) -> None:
    body = """\
total = 0
for number in range(self.number):
    slot, row = torch.where(mask[number])
    out.index_add_(0, row, self.experts[number](x[row]) * weights[row, slot, None])
    total = total + number
return out, total"""
    assert "what an earlier one left" in said(tmp_path, body)


def test_what_shares_its_line_goes_too_and_comments_stay(tmp_path: Path) -> None:
    body = """\
for number in range(self.number):
    slot, row = torch.where(mask[number]); w = weights[row, slot, None]
    if row.numel() == 0: continue
    state = self.experts[number](x[row  # these
        ]) * w
    out.index_add_(0, row, state)  # back
return out"""
    assert (
        rewritten(tmp_path, body)
        == """\
for number in range(self.number):
    chosen = mask[number].T.bool()
    weight = torch.where(chosen, weights, 0).sum(-1, keepdim=True)
    w = weight
    # these
    state = self.experts[number](torch.where(chosen.any(-1, keepdim=True), x, 0)) * w
    out.add_(state)  # back
return out"""
    )


def test_a_branch_on_its_line_whose_body_always_runs_is_opened(tmp_path: Path) -> None:
    body = """\
for number in range(self.number):
    slot, row = torch.where(mask[number])
    if row.numel() > 0: out.index_add_(0, row, self.experts[number](x[row]) * weights[row, slot, None])
return out"""
    text = rewritten(tmp_path, body)
    assert "if row" not in text
    assert "\n    out.add_(" in text
