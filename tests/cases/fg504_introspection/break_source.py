import inspect
from inspect import getsource

import torch


def scale(x):
    return x * 2


@torch.compile
def forward(x):
    x = x + 1
    if "return" in getsource(scale):  # break: FG504
        x = scale(x)
    lines, first = inspect.getsourcelines(scale)  # break: FG504
    x = x * len(lines)
    if inspect.getsourcefile(scale).endswith(".py"):  # break: FG504
        x = x + 1
    return x + len(inspect.getfile(scale)) * 0  # break: FG504


def make():
    return forward


def inputs():
    return [(torch.ones(3),)]
