"""What rounds leave is of truth values and of whole numbers that no float holds."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = x > 100
        total = x.clone()
        for step in range(3):
            seen = seen | (total > 1)
            total = total - step
            if seen.all() or total.sum() < 0:
                break
            total = total + 1
        return seen, total


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([1, 2, 3]),), (torch.tensor([-1, -2, 2**60 + 1]),), (torch.tensor([0, 0, 0]),)]
