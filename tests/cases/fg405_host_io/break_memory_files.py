import io

import torch


@torch.compile
def step(x):
    x = x + 1
    text = io.StringIO()  # break: FG405
    x = x * 2
    data = io.BytesIO()  # break: FG405
    return x, text is None, data is None


def make():
    return step


def inputs():
    return [(torch.ones(3),)]
