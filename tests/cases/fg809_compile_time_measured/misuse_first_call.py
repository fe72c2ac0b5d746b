import time
from time import perf_counter

import torch
from torch import nn

COMPILE_SECONDS = 0.2


def backend(graph, inputs):
    time.sleep(COMPILE_SECONDS)
    return graph.forward


def scale(x):
    return x * 2


def one_call(x):
    fast = torch.compile(scale, backend=backend)
    begin = time.perf_counter()
    fast(x)  # misuse: FG809
    return time.perf_counter() - begin


def average(x):
    model = nn.Linear(3, 3)
    model(x)
    model = torch.compile(model, backend=backend)
    begin = perf_counter()
    for _ in range(10):
        model(x)  # misuse: FG809
    end = perf_counter()
    return (end - begin) / 10


def with_gradients_off(x):
    fast = torch.compile(scale, backend=backend)
    begin = time.time()
    with torch.no_grad():
        y = fast(x)  # misuse: FG809
    elapsed = time.time() - begin
    return elapsed if y is not None else 0


def proof():
    x = torch.ones(2, 3)
    for function, calls in ((one_call, 1), (average, 10), (with_gradients_off, 1)):
        torch.compiler.reset()
        assert function(x) * calls > COMPILE_SECONDS
