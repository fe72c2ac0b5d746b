"""The number is handed on to a part of the layer, and picks from a list, as a cache of keys does."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, scale: float, layer_idx: int) -> None:
        super().__init__()
        self.scale = scale
        self.layer_idx = layer_idx

    def forward(self, x: torch.Tensor, cache: list[torch.Tensor]) -> torch.Tensor:
        return x * self.scale + cache[self.layer_idx]  # recompile: FG705


class Layer(nn.Module):
    def __init__(self, layer_idx: int) -> None:
        super().__init__()
        self.attention = Attention(0.5, layer_idx=layer_idx)

    def forward(self, x: torch.Tensor, cache: list[torch.Tensor]) -> torch.Tensor:
        return self.attention(x, cache) + 1


class Model(nn.Module):
    def __init__(self, depth: int = 12) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(index) for index in range(depth))

    def forward(self, x: torch.Tensor, cache: list[torch.Tensor]) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x, cache)
        return x


def main():
    model = Model()
    for index, layer in enumerate(model.layers):
        model.layers[index] = torch.compile(layer)
    return model(torch.ones(4), [torch.ones(4) for _ in range(12)])
