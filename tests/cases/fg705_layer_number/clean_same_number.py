"""Layers that are compiled one by one and have the same number, or one that their code does not read."""

import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, index: int, heads: int) -> None:
        super().__init__()
        self.index = index
        self.heads = heads

    def extra_repr(self) -> str:
        return f"index={self.index}"

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.unflatten(-1, (self.heads, -1)).sum(-1).repeat(self.heads)


class Model(nn.Module):
    def __init__(self, depth: int = 12, heads: int = 2) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Layer(index, heads) for index in range(depth)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


def main():
    model = Model()
    for layer in model.layers:
        layer.compile()
    return model(torch.ones(4))
