# fix: safe
import torch
import torch.nn.functional as F
from torch import nn


def huber(pred, target):
    return F.huber_loss(pred, target)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, pred, target):
        pred = pred * self.scale
        return globals()["huber"](pred, target)  # break: FG501


def make():
    return Model()


def inputs():
    return [(torch.ones(3), torch.zeros(3)), (torch.randn(3), torch.zeros(3))]
