import torch
from torch import nn


def ForRegressionLoss(pred, target):
    return (pred - target).square().mean()


class Base(nn.Module):
    loss_type = "ForRegression"

    @property
    def loss_function(self):
        return globals()[self.loss_type + "Loss"]  # break: FG501


class Head(Base):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)

    def forward(self, x, target):
        return self.loss_function(self.fc(x), target)


def make():
    return Head()


def inputs():
    return [(torch.ones(2, 2), torch.ones(2, 1))]
