"""Before torch 2.13 TorchDynamo fails at the operation behind the check, about the symbol that the check made."""

import torch


def passes(x: torch.Tensor) -> None:
    torch._check_tensor_all(x > 0)  # break[default]: FG104; break[fullgraph]: FG104 (before 2.13)


@torch.compile
def checked(x: torch.Tensor) -> torch.Tensor:
    passes(x)
    y = x * 2
    return y + 1


def make():
    return checked


def inputs():
    return [(torch.ones(3),), (torch.ones(2),)]
