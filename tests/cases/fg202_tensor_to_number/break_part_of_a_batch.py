from types import SimpleNamespace

import torch
from torch import nn


class Scatter(nn.Module):
    """A dictionary, of which nothing is said but by the use of what it holds."""

    def forward(self, inputs):
        index = inputs["index"]
        count = int(index[-1]) + 1  # break[default]: FG202
        return torch.zeros(8, 4).index_add(0, index, inputs["x"]) / count


class Graphs(nn.Module):
    """An object, such as data loaders make."""

    def forward(self, data):
        if (data.weight > 0).any():  # break: FG101
            return data.x * data.weight
        return data.x / data.graph.max()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scatter = Scatter()
        self.graphs = Graphs()

    def forward(self, inputs, data):
        return self.scatter(inputs).sum() + self.graphs(data).sum()


def make():
    return Model()


def inputs():
    index = torch.tensor([0, 1, 1])
    data = SimpleNamespace(x=torch.randn(3, 4), weight=torch.rand(3, 1), graph=index)
    return [({"x": torch.randn(3, 4), "index": index}, data) for _ in range(2)]
