"""A step that picks a scale, in a method of a compiled module."""

import torch
from torch import nn


class Schedule(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scales = [0.9**step for step in range(20)]

    def scale(self, step: int) -> float:
        return self.scales[step + 1]  # recompile: FG706

    def forward(self, x: torch.Tensor, step: int) -> torch.Tensor:
        return x * self.scale(step)


def main():
    model = torch.compile(Schedule())
    results = []
    for step, x in enumerate(torch.ones(12, 4)):
        results.append(model(x, step=step))
    return results
