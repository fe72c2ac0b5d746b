import threading

import torch
from torch import nn

LOCK = threading.Lock()


@torch.compile
def locked(x):
    with LOCK:  # break: FG408
        return x + 1


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        return locked(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
