import torch
from torch import nn


def scaled(module, grad_input, grad_output):
    return tuple(None if grad is None else grad * 2 for grad in grad_input)


class Model(nn.Module):
    """A hook that is taken off again before the module is compiled."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)
        handle = self.layer.register_full_backward_hook(scaled)
        handle.remove()

    def forward(self, x):
        return self.layer(x).relu()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
