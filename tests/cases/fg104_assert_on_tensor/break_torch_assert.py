"""torch._assert of a tensor is captured since torch 2.15."""

import torch


@torch.compile
def checked(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    torch._assert((y > 0).all(), "not positive")  # break: FG104 (before 2.15)
    return y + 1


def make():
    return checked


def inputs():
    return [(torch.ones(3),), (torch.ones(2),)]
