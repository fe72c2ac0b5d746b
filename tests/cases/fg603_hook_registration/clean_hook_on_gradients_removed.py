import torch
from torch import nn


def scaled(module, grad_input, grad_output):
    return tuple(None if grad is None else grad * 2 for grad in grad_input)


class Model(nn.Module):
    """A hook that is taken off again before the module is compiled, and one that only a flag asks for."""

    def __init__(self, watch=False):
        super().__init__()
        self.watched = nn.Linear(8, 8)
        if watch:
            self.watch()
        self.layer = nn.Linear(8, 8)
        handle = self.layer.register_full_backward_hook(scaled)
        handle.remove()

    def watch(self):
        self.watched.register_full_backward_hook(scaled)

    def forward(self, x):
        return self.layer(self.watched(x)).relu()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
