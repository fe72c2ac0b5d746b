import torch
from torch import nn


class Engine:
    def __init__(self):
        self.scale = 2.0

    def backward(self, loss):
        return loss * self.scale


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.engine = Engine()

    def forward(self, x):
        return self.engine.backward(self.layer(x).mean())


def train_step(model, x):
    loss = model(x)
    loss.backward()
    return torch.autograd.grad(model(x), model.layer.weight)


def make():
    return Model()


def inputs():
    return [(torch.ones(4),)]
