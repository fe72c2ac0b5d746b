# fix: unsafe
"""The training loop sets and counts the number from outside."""

import torch
from torch import nn


class Sampler(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("step", torch.zeros((), dtype=torch.long), persistent=False)

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
        sampler.step = torch.full_like(sampler.step, step)
        results.append(compiled(torch.ones(3)))
    sampler.step = sampler.step + 1
    return results
