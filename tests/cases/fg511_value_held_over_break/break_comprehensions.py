"""Iterators of comprehensions in which the graph breaks, by version."""

import torch
from torch import nn


class Layer(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * x.sum().item()  # break[default]: FG201


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer(), Layer()])
        self.sequence = nn.Sequential(Layer(), Layer())
        self.by_name = nn.ModuleDict({"a": Layer()})
        self.scales = {"a": 1.0, "b": 2.0}

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.of_modules(x)
        self.of_a_sequence(x)
        self.of_some(x)
        self.of_a_dictionary(x)
        self.of_its_items(x)
        self.of_its_values(x)
        self.to_a_dictionary(x)
        self.of_modules_by_name(x)
        self.side_by_side(x)
        return x + 1

    def of_modules(self, x: torch.Tensor):
        return torch.cat([layer(x) for layer in self.layers])  # break[default]: FG511 (since 2.13)

    def of_a_sequence(self, x: torch.Tensor):
        return [layer(x) for layer in self.sequence]  # break[default]: FG511 (since 2.13)

    def of_some(self, x: torch.Tensor):
        return [layer(x) for layer in self.layers[1:]]  # break[default]: FG511 (since 2.13)

    def of_a_dictionary(self, x: torch.Tensor):
        return [self.layers[0](x) for _ in self.scales]  # break[default]: FG511 (since 2.13)

    def of_its_items(self, x: torch.Tensor):
        return [self.layers[0](x) * scale for _, scale in self.scales.items()]  # break[default]: FG511 (since 2.13)

    def of_its_values(self, x: torch.Tensor):
        return [self.layers[0](x) * scale for scale in self.scales.values()]  # break[default]: FG511 (since 2.13)

    def to_a_dictionary(self, x: torch.Tensor):
        return {name: self.layers[0](x) for name in self.scales.keys()}  # break[default]: FG511 (since 2.13)

    def of_modules_by_name(self, x: torch.Tensor):
        return {name: layer(x) for name, layer in self.by_name.items()}  # break[default]: FG511 (since 2.13)

    def side_by_side(self, x: torch.Tensor):
        return [layer(y) for layer, y in zip(self.layers, [x, x])]  # break[default]: FG511 (since 2.13)


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
