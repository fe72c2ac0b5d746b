import torch


@torch.compile
def solve(a, b):
    return torch.linalg.lstsq(a, b).solution + 1  # break: FG308


def make():
    return solve


def inputs():
    return [(torch.eye(3), torch.ones(3, 1))]
