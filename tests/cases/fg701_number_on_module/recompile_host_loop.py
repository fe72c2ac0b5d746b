"""The training loop sets the number that it counts."""

import torch
from torch import nn


class Annealed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * (self.step + 1)  # recompile: FG701


def main():
    model = Annealed()
    compiled = torch.compile(model)
    results = []
    for step in range(12):
        model.step = step
        results.append(compiled(torch.ones(3)))
    return results
