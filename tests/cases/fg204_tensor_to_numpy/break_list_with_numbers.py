# only: torch>=2.13
"""Arrays of lists in which arrays are beside numbers, or inside of other lists; lists of arrays are stacked."""

import numpy as np
import torch
from torch import nn


class Rotation(nn.Module):
    def forward(self, x):
        turned = np.array([[np.cos(0.3), -np.sin(0.3)], [np.sin(0.3), np.cos(0.3)]])  # break: FG204
        return x[:, :2] @ torch.from_numpy(turned).float()


class Beside(nn.Module):
    def forward(self, x):
        first = x.numpy()[0, 0]
        return torch.from_numpy(np.asarray([first, 1.0]))  # break: FG204


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = np.float64(2.0)

    def forward(self, x):
        return x + torch.from_numpy(np.array((self.scale, 1.0)))[0]  # break: FG204


class Reduced(nn.Module):
    def forward(self, x):
        return x + np.mean([np.sqrt(x.shape[0]), 1])  # break: FG204


class Nested(nn.Module):
    def forward(self, x):
        return torch.from_numpy(np.array([[x[0], x[1]]]))  # break: FG204


class Appended(nn.Module):
    def forward(self, x):
        pairs = [[0.0, 1.0]]
        for step in range(2):
            pairs.append([np.cos(0.1 * step), 1.0])
        return x + torch.from_numpy(np.array(pairs))[0, 0]  # break: FG204


class Sizes(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.zeros((np.prod(x.shape), 2)))[0, 0]  # break[default]: FG204


class Stacked(nn.Module):
    def forward(self, x):
        rows = x.numpy()
        both = np.array([rows[0], rows[1]]) + np.stack([np.cos(0.3), np.sin(0.3)])[0]
        return torch.from_numpy(both) + torch.from_numpy(np.array([[1.0, 2.0], [3.0, 4.0]]))[0, 0]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Rotation(), Beside(), Held(), Reduced(), Nested(), Appended(), Sizes(), Stacked()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4), way) for way in range(8)]
