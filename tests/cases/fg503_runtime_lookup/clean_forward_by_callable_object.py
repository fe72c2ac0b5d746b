import functools

import torch
from torch import nn


class Traced:
    """Stands for a module's forward, as wrappers of libraries do."""

    def __init__(self, forward):
        self.forward = forward
        functools.update_wrapper(self, forward)

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs) * 2


def make():
    model = nn.Linear(8, 8)
    model.forward = Traced(model.forward)
    return model


def inputs():
    return [(torch.randn(2, 4, 8),), (torch.randn(2, 4, 8),)]
