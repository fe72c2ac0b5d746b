"""torch._check_tensor_all reads the tensor with .item(), which fullgraph=True captures."""

import torch


@torch.compile
def checked(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    torch._check_tensor_all(y > 0, lambda: "not positive")  # break[default]: FG104; break[fullgraph]: other (before 2.13)
    return y + 1


def make():
    return checked


def inputs():
    return [(torch.ones(3),), (torch.ones(2),)]
