"""Priorities clipped where one dominates."""

import torch
from torch import nn


class Replay(nn.Module):
    def forward(self, td: torch.Tensor) -> torch.Tensor:
        priority = td.abs() + 1e-3
        share = (priority / priority.sum()).max().item()
        if share > 0.9:
            priority = priority.clamp(max=float(1.0))
        return priority.pow(0.6)


def make():
    torch.manual_seed(0)
    return Replay()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([100.0, 0.1, 0.1]),), (torch.tensor([1.0, 1.1, 0.9]),)]
