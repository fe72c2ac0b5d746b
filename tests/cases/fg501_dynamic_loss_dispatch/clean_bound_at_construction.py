import torch
import torch.nn.functional as F
from torch import nn

LOSSES = {"mse": F.mse_loss, "l1": F.l1_loss}


def build_loss(name):
    found = globals().get(f"{name}_loss")
    return found or LOSSES[name]


class Regressor(nn.Module):
    def __init__(self, loss="mse"):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.loss_function = build_loss(loss)

    def forward(self, x, target):
        return self.loss_function(self.fc(x), target)


def make():
    return Regressor()


def inputs():
    return [(torch.ones(2, 3), torch.ones(2, 1))]
