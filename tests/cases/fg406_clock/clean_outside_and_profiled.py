import time

import torch
from torch import nn

START = time.time()


class Timer:
    def __init__(self, time):
        self.time = time

    def sleep(self):
        return self.time * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.made = time.perf_counter()
        self.timer = Timer(1.5)

    def forward(self, x, time=2.0):
        with torch.profiler.record_function("layer"):
            x = self.layer(x)
        if not torch.compiler.is_compiling():
            self.made = START
        return x * time + self.timer.time + self.timer.sleep()

    def measure(self, x):
        start = time.perf_counter()
        self.layer(x)
        return time.perf_counter() - start


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
