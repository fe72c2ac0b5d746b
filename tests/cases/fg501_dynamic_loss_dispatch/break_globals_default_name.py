import torch
from torch import nn


def hinge(pred, target):
    return (1 - pred * target).relu().mean()


class Margin(nn.Module):
    def __init__(self, loss: str = "hinge"):
        super().__init__()
        self.loss = loss

    def forward(self, pred, target, scale=1.0):
        pred = pred * scale
        table = globals()  # break: FG501
        return table[self.loss](pred, target)


def make():
    return Margin()


def inputs():
    return [(torch.ones(3), torch.ones(3))]
