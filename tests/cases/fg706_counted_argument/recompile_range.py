"""How often a loop turns."""

import torch


@torch.compile
def smooth(x: torch.Tensor, depth: int) -> torch.Tensor:
    for _ in range(depth):  # recompile: FG706
        x = x * 0.5 + x.roll(1) * 0.5
    return x


def main():
    return [smooth(torch.ones(4), depth) for depth in range(1, 13)]
