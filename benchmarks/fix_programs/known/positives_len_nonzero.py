"""The number of positives normalises a loss."""

import torch
from torch import nn


class AnchorLoss(nn.Module):
    def forward(self, scores: torch.Tensor, matched: torch.Tensor) -> torch.Tensor:
        positives = torch.nonzero(matched > 0)
        count = max(positives.shape[0], 1)
        return scores.sum() / count


def make():
    torch.manual_seed(0)
    return AnchorLoss()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(5, requires_grad=True), torch.tensor([1, 0, 2, 0, 1])), (torch.rand(5), torch.zeros(5))]
