# fix: unsafe
"""The training loop sets and counts the number from outside."""

import torch
from torch import nn


class Sampler(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.step  # recompile: FG701


class Outer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.sampler = Sampler()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.sampler(x) * 2 + self.sampler.step


def main():
    sampler = Sampler()
    compiled = torch.compile(sampler)
    results = []
    for step in range(12):
        sampler.step = step
        results.append(compiled(torch.ones(3)))
    sampler.step += 1
    return results
