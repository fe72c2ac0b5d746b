import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self, reduction):
        super().__init__()
        self.reduction = reduction

    def forward(self, losses: torch.Tensor):
        return getattr(self, f"{self.reduction}_reduction")(losses)

    def mean_reduction(self, losses):
        if losses.sum() > 0:  # break: FG101
            return losses.mean()
        return losses.sum() * 0

    def past_filter_reduction(self, losses):
        return losses[0]


def make():
    return Loss("mean")


def inputs():
    return [(torch.ones(4),), (-torch.ones(4),)]
