import functools
import threading

import torch
from torch import nn

LOCK = threading.Lock()


def synchronized(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with LOCK:  # break: FG408
            return function(*args, **kwargs)

    return wrapper


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    @synchronized
    def forward(self, x):
        return self.layer(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
