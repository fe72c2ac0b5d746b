"""Numbers that are set before the loop, or that compiled code does not read."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.heads = 1
        self.unread = 0
        self.rate = 1.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.heads + self.rate


def main():
    model = Model()
    compiled = torch.compile(model)
    model.heads = 3
    results = []
    for step in range(12):
        model.unread = step
        model.rate = step / 10
        results.append(compiled(torch.ones(3)))
    return results
