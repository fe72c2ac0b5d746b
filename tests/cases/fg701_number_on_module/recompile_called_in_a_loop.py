"""The script calls the compiled module in a loop, so in its second round the number is any of many."""

import torch
from torch import nn


class Counting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1  # recompile: FG701
        return x * self.calls


def main():
    compiled = torch.compile(Counting())
    results = []
    for _ in range(12):
        results.append(compiled(torch.ones(3)))
    return results
