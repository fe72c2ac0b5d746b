"""Objects and partials that are compiled and ask nothing of data, and an object of which one method is compiled."""

import functools

import torch


def stepped(x, scale, mode):
    return x * scale if mode == "scale" else x


class Runner:
    def __init__(self, limit, step) -> None:
        self.limit = limit
        self.step = step
        self.fast = torch.compile(self.run)

    def __call__(self, x):
        if x.sum() > self.limit:
            return x
        return self.fast(x)

    def run(self, x):
        return self.step(x) + 1 if self.limit > 0 else x


class Loop:
    def __init__(self, count) -> None:
        self.count = count

    def __call__(self, x):
        for i in range(self.count):
            x = x + i
        return x


def make():
    runner = Runner(1.0, functools.partial(stepped, mode="scale", scale=2.0))
    loop = torch.compile(Loop(3))
    return torch.compile(functools.partial(_both, runner.fast, loop))


def _both(one, two, x):
    return one(x) + two(x)


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
