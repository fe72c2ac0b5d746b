# fix: unsafe
"""A method that the training loop calls sets the number; compiled code only reads."""

import torch
from torch import nn


class Curriculum(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.epoch = 3

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2 + self.epoch  # recompile: FG701


def main():
    model = torch.compile(Curriculum())
    results = []
    for epoch in range(12):
        model.set_epoch(epoch)
        results.append(model(torch.ones(3)))
    return results
