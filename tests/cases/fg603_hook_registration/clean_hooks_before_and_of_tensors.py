# only: torch>=2.11
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.layer.register_forward_hook(lambda module, args, output: output * 2)
        self.layer.register_forward_pre_hook(self.before)

    def before(self, module, args):
        return (args[0] + 1,)

    def forward(self, x):
        y = self.layer(x)
        y.register_hook(lambda gradient: gradient * 2)
        self.layer.weight.register_hook(lambda gradient: gradient)
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
