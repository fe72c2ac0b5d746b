# only: torch>=2.13
import torch


@torch.compile
def scaled(x):
    torch._check_value(x.dim() == 2, f"{x.dim()} dimensions")  # break: FG104 (before 2.14)
    return x * 2


def make():
    return scaled


def inputs():
    return [(torch.ones(2, 4),)]
