"""A method sets the number that the loop around its calls counts, through the compiled module."""

import torch
from torch import nn


class Sampler(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.temperature = 1.0
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.temperature + self.epoch  # recompile: FG701


def main():
    model = torch.compile(Sampler())
    results = []
    for epoch in range(12):
        model.set_epoch(epoch)
        results.append(model(torch.ones(3)))
    return results
