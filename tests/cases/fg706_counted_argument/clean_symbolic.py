"""Numbers that become symbolic, that do not change, or that change between two values."""

import torch

SCALES = [1.0, 0.5, 0.25]


@torch.compile
def computed(x: torch.Tensor, step: int, depth: int) -> torch.Tensor:
    y = x * step + torch.full((4,), 0.5 * step)
    y = y.sum() + torch.arange(step).sum()
    y = y + x.narrow(0, 1, 1)
    for _ in range(depth):
        y = y + SCALES[depth]
    return y


def main():
    results = []
    depth = 2
    for step in range(2, 14):
        results.append(computed(torch.ones(20)[:4], step, depth))
    return results
