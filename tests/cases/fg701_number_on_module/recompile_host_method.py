"""A method that the training loop calls counts; compiled code only reads."""

import torch
from torch import nn


class Curriculum(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.epoch = 0

    def next_epoch(self) -> None:
        self.epoch += 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.epoch > 3:  # recompile: FG701
            return x * 2
        return x + 1


def main():
    model = Curriculum()
    compiled = torch.compile(model)
    results = []
    for _ in range(12):
        results.append(compiled(torch.ones(3)))
        model.next_epoch()
    return results
