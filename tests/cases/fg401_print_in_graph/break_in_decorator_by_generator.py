# only: torch>=2.11
import contextlib

import torch
from torch import nn


@contextlib.contextmanager
def noisy(name):
    yield
    print(name)  # break: FG401


class Model(nn.Module):
    @noisy("done")
    def inner(self, x):
        return x + 1

    def forward(self, x):
        return self.inner(x) * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
