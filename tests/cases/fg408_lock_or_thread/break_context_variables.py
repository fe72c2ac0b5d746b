import contextvars

import torch

SCALE = contextvars.ContextVar("scale", default=2.0)
OTHER = contextvars.ContextVar("other", default=3.0)


@torch.compile
def scaled(x):
    x = x + 1
    token = SCALE.set(3.0)  # break: FG408
    x = x * 2
    SCALE.reset(token)  # break: FG408
    x = x + 1
    return x * OTHER.get()  # break: FG408 (before 2.14)


def make():
    return scaled


def inputs():
    return [(torch.ones(3),)]
