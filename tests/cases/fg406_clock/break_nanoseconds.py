import time

import torch

SEEN = {}


@torch.compile
def step(x):
    SEEN["time"] = time.time_ns()  # break: FG406
    x = x * 2
    SEEN["perf_counter"] = time.perf_counter_ns()  # break: FG406
    x = x + 1
    SEEN["monotonic"] = time.monotonic_ns()  # break: FG406
    x = x * 2
    SEEN["process_time"] = time.process_time_ns()  # break: FG406
    x = x + 1
    SEEN["thread_time"] = time.thread_time_ns()  # break: FG406
    return x


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
