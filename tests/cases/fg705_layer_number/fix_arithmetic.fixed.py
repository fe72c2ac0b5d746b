# fix: unsafe
"""Each layer is compiled in place, and computes with its own number."""

import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, size: int, index: int) -> None:
        super().__init__()
        self.size = size
        self.register_buffer("index", torch.tensor(index), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.size
        return y / (self.index + 1)  # recompile: FG705


class Model(nn.Module):
    def __init__(self, depth: int = 12) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Layer(4, index) for index in range(depth)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


def main():
    model = Model()
    for layer in model.layers:
        layer.compile()
    return model(torch.ones(4))
