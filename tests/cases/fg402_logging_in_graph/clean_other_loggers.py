import torch
from torch import nn


class History:
    def __init__(self):
        self.values = []

    def info(self, value):
        self.values.append(value)

    def log(self, name, value):
        self.values.append((name, value))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.logger = History()
        self.logging = nn.Linear(2, 2)

    def forward(self, x):
        log = torch.log(x.abs() + 1)
        self.logger.info(log.shape[0])
        self.logger.log("size", 3)
        x = self.logging(x)
        return x + log.log1p()


def make():
    return Model()


def inputs():
    return [(torch.ones(1, 2),)]
