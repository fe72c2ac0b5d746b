"""match compares a tensor with the values of its cases."""

import torch


@torch.compile
def scaled(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    match x.sum():  # break: FG103
        case 3:
            return y + 1
        case _:
            return y


def make():
    return scaled


def inputs():
    return [(torch.ones(3),), (torch.ones(2),)]
