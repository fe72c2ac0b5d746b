# fix: unsafe
"""The host counts a global number that a callee of compiled code reads."""

import torch

step = 2
SIZE = 3


def scale(x: torch.Tensor) -> torch.Tensor:
    return x * (step + SIZE)  # recompile: FG702


@torch.compile
def noisy(x: torch.Tensor) -> torch.Tensor:
    return scale(x) + step


def main():
    global step
    results = []
    for _ in range(12):
        results.append(noisy(torch.ones(3)))
        step += 1
    return results
