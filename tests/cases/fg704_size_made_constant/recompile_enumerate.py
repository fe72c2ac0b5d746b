"""Two tensors side by side."""

import torch


@torch.compile
def pairs(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    total = torch.zeros(4)
    for index, (left, right) in enumerate(zip(x, y)):  # recompile: FG704
        total = total + left * right * index
    return total


def make():
    return pairs


def inputs():
    return [(torch.ones(size, 4), torch.ones(size, 4)) for size in range(2, 14)]
