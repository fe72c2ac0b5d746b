"""torch._check_tensor_all reads the tensor with .item(), which fullgraph=True captures since torch 2.13."""

import torch


@torch.compile
def checked(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    torch._check_tensor_all(y > 0, lambda: "not positive")  # break[default]: FG104; break[fullgraph]: FG104 (before 2.13)
    z = y + 1
    torch._check_tensor_all_with(ValueError, z > 1)  # break[default]: FG104; break[fullgraph]: FG104 (before 2.13)
    return z * 2


def make():
    return checked


def inputs():
    return [(torch.ones(3),), (torch.ones(2),)]
