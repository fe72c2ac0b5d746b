import time

import torch

COMPILE_SECONDS = 0.2


def backend(graph, inputs):
    time.sleep(COMPILE_SECONDS)
    return graph.forward


def scale(x):
    return x * 2


def warmed_up(x):
    fast = torch.compile(scale, backend=backend)
    fast(x)
    begin = time.perf_counter()
    fast(x)
    return time.perf_counter() - begin


def warm_up(function, x):
    function(x)


def warmed_up_elsewhere(x):
    fast = torch.compile(scale, backend=backend)
    warm_up(fast, x)
    begin = time.perf_counter()
    fast(x)
    return time.perf_counter() - begin


def last_of_several(x):
    fast = torch.compile(scale, backend=backend)
    for _ in range(3):
        begin = time.perf_counter()
        fast(x)
        elapsed = time.perf_counter() - begin
    return elapsed


def eager(x):
    fast = torch.compile(scale, backend=backend)
    begin = time.perf_counter()
    scale(x)
    elapsed = time.perf_counter() - begin
    fast(x)
    return elapsed


def given(fast, x):
    begin = time.perf_counter()
    fast(x)
    return time.perf_counter() - begin


def given_warm(x):
    fast = torch.compile(scale, backend=backend)
    fast(x)
    return given(fast, x)


def what_is_measured_is_compiling(x):
    fast = torch.compile(scale, backend=backend)
    begin = time.perf_counter()
    fast(x)
    compile_time = time.perf_counter() - begin
    begin = time.perf_counter()
    fast(x)
    return min(compile_time, time.perf_counter() - begin)


def proof():
    x = torch.ones(2, 3)
    for function in (
        warmed_up,
        warmed_up_elsewhere,
        last_of_several,
        eager,
        given_warm,
        what_is_measured_is_compiling,
    ):
        torch.compiler.reset()
        assert function(x) < COMPILE_SECONDS, function
