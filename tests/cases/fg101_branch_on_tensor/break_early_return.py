import torch
from torch import Tensor, nn


class ContrastiveLoss(nn.Module):
    def __init__(self, margin: float = 1.0):
        super().__init__()
        self.margin = margin

    def forward(self, a: Tensor, b: Tensor, labels: Tensor) -> Tensor:
        positive = labels == 1
        if positive.sum() == 0:  # break: FG101
            return a.sum() * 0.0
        distance = (a - b).pow(2).sum(-1)
        return (distance * positive).sum() / positive.sum()


def make():
    return ContrastiveLoss()


def inputs():
    a, b = torch.randn(4, 8), torch.randn(4, 8)
    return [(a, b, torch.tensor([0, 1, 0, 1])), (a, b, torch.zeros(4, dtype=torch.long))]
