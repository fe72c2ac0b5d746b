"""A list that only the host empties."""

import torch
from torch import nn


class Recorder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.outputs = []

    def reset(self) -> None:
        self.outputs.clear()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.outputs.append(x + 1)  # recompile: FG703
        return x * 2


def main():
    model = Recorder()
    compiled = torch.compile(model)
    results = []
    for _ in range(2):
        results += [compiled(torch.ones(3)) for _ in range(12)]
        model.reset()
    return results
