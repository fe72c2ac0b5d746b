"""``tensor not in numbers`` reads the answer."""

import torch


@torch.compile
def step(x: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    y = x * 2
    if t not in (1, 2):  # break: FG101
        y = y + 1
    return y


def make():
    return step


def inputs():
    return [(torch.ones(2), torch.tensor(t)) for t in (1, 5)]
