import torch
from torch import nn


def watch(module, x):
    module.register_forward_hook(lambda module, args, output: None)  # break: FG603
    return module(x)


class Model(nn.Module):
    def __init__(self, layers=None):
        super().__init__()
        self.layers = layers or nn.ModuleList([nn.Linear(4, 4)])

    def forward(self, x):
        x = x + 1
        return watch(self.layers[0], x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
