import threading
from threading import RLock

import torch
from torch import nn


class Cache(nn.Module):
    def __init__(self):
        super().__init__()
        self.lock = RLock()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        with self.lock:  # break: FG408
            return self.layer(x)


class Shared(nn.Module):
    guard = threading.RLock()

    def forward(self, x):
        with torch.no_grad(), self.guard:  # break: FG408
            return x * 2


def make():
    return nn.Sequential(Cache(), Shared())


def inputs():
    return [(torch.ones(3, 2),)]
