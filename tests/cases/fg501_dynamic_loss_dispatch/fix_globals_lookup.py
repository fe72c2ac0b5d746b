# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


def mse_loss(pred, target):
    return F.mse_loss(pred, target)


def l1_loss(pred, target):
    return F.l1_loss(pred, target)


def get_loss(name):
    return globals().get(name, l1_loss)  # break: FG501


class Regressor(nn.Module):
    def __init__(self, loss="mse"):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.loss = loss

    def forward(self, x, target):
        pred = self.fc(x)
        loss = globals()[f"{self.loss}_loss"](pred, target)  # break: FG501
        return loss + get_loss("hinge")(pred, target)


def make():
    return Regressor()


def inputs():
    return [(torch.ones(2, 3), torch.ones(2, 1)), (torch.randn(2, 3), torch.ones(2, 1))]
