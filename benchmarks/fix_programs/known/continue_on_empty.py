"""Levels of a pyramid that have no proposals are skipped."""

import torch
from torch import nn


class MultiLevel(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def forward(self, feats: torch.Tensor, level: torch.Tensor) -> torch.Tensor:
        result = torch.zeros_like(feats)
        for index, head in enumerate(self.heads):
            chosen = level == index
            if not chosen.any():
                continue
            result = torch.where(chosen.unsqueeze(-1), head(feats), result)
        return result


def make():
    torch.manual_seed(0)
    return MultiLevel()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3, 4), torch.tensor([0, 1, 2])), (torch.randn(3, 4), torch.tensor([0, 0, 2]))]
