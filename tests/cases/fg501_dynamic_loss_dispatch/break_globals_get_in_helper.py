import torch
import torch.nn.functional as F
from torch import nn


def huber(pred, target):
    return F.huber_loss(pred, target)


def get_loss(name):
    return globals().get(name)  # break: FG501


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss_name = "huber"
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, pred, target):
        pred = pred * self.scale
        loss_fn = get_loss(self.loss_name)
        return loss_fn(pred, target)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), torch.zeros(3))]
