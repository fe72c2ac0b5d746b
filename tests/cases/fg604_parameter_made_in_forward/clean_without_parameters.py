import torch
from torch import nn


class Penalty(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight
        self.activation = nn.Softplus()
        self.register_buffer("mask", torch.ones(4))

    def forward(self, x):
        return self.activation(x * self.mask).mean() * self.weight


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x, target):
        y = nn.Dropout(0.0)(nn.ReLU()(self.layer(x)))
        y = nn.LayerNorm(4, elementwise_affine=False)(y)
        y = nn.BatchNorm1d(4, affine=False)(y)
        y = nn.InstanceNorm1d(2)(y[None])[0]
        loss = nn.CrossEntropyLoss(weight=torch.ones(4))(y, target)
        wrapped = nn.Parameter(self.scale)
        return loss + Penalty(0.5)(y) + (wrapped * y).sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4), torch.tensor([0, 1]))]
