"""torch.where with one argument counts hits."""

import torch
from torch import nn


class Recall(nn.Module):
    def forward(self, pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        hits = len(torch.where(pred == target)[0])
        return (pred == target).float().mean() + hits


def make():
    torch.manual_seed(0)
    return Recall()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([1, 2, 3]), torch.tensor([1, 0, 3]))]
