import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode


class Watch(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {}))


class Watched(nn.Module):
    def forward(self, x):
        with Watch():  # break: FG411
            return x * 2


def make():
    return Watched()


def inputs():
    return [(torch.ones(3),)]
