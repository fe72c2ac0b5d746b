"""`x in tensors` compares x with each of them until one is equal."""

import torch


@torch.compile
def known(x: torch.Tensor, seen: list[torch.Tensor]) -> torch.Tensor:
    y = x * 2
    if x in seen:  # break: FG101
        y = y + 1
    return y


def make():
    return known


def inputs():
    return [(torch.tensor(a), [torch.tensor(1.0), torch.tensor(2.0)]) for a in (1.0, 2.0, 3.0)]
