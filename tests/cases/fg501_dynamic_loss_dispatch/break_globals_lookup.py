import torch
import torch.nn.functional as F
from torch import nn


def mse_loss(pred, target):
    return F.mse_loss(pred, target)


def l1_loss(pred, target):
    return F.l1_loss(pred, target)


class Regressor(nn.Module):
    def __init__(self, loss="mse"):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.loss = loss

    def forward(self, x, target):
        pred = self.fc(x)
        return globals()[f"{self.loss}_loss"](pred, target)  # break: FG501


def make():
    return Regressor()


def inputs():
    return [(torch.ones(2, 3), torch.ones(2, 1))]
