# fix: unsafe
import time
from time import perf_counter

import torch
from torch import nn

COMPILE_SECONDS = 0.2


def backend(graph, inputs):
    time.sleep(COMPILE_SECONDS)
    return graph.forward


def scale(x, factor=2):
    return x * factor


def one_call(x):
    fast = torch.compile(scale, backend=backend)
    fast(x, factor=3)
    begin = time.perf_counter()
    fast(x, factor=3)  # misuse: FG809
    return time.perf_counter() - begin


def average(x):
    model = torch.compile(nn.Linear(3, 3), backend=backend)
    # The clock starts here.
    model(x)
    begin = perf_counter()
    for _ in range(10):
        y = model(x)  # misuse: FG809
    end = perf_counter()
    return (end - begin) / 10 if y is not None else 0


def proof():
    for function, calls in ((one_call, 1), (average, 10)):
        torch.compiler.reset()
        assert function(torch.ones(2, 3)) * calls > COMPILE_SECONDS


def fixed():
    for function, calls in ((one_call, 1), (average, 10)):
        torch.compiler.reset()
        assert function(torch.ones(2, 3)) * calls < COMPILE_SECONDS
