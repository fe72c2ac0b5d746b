import time
import timeit
from time import perf_counter as tick

import torch
from torch import nn


class Timed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.seconds = {}

    def forward(self, x):
        start = time.perf_counter()  # break: FG406
        x = self.layer(x)
        self.seconds["layer"] = time.perf_counter() - start  # break: FG406
        x = x + 1
        self.seconds["now"] = time.time()  # break: FG406
        x = x * 2
        self.seconds["tick"] = tick()  # break: FG406
        x = x + 1
        self.seconds["monotonic"] = time.monotonic()  # break: FG406
        x = x * 2
        self.seconds["process"] = time.process_time()  # break: FG406
        x = x + 1
        self.seconds["thread"] = time.thread_time()  # break: FG406
        x = x * 2
        self.seconds["default"] = timeit.default_timer()  # break: FG406
        return x


def make():
    return Timed()


def inputs():
    return [(torch.ones(3, 2),)]
