import json

import torch
from torch import nn


def layers(kinds):
    return [getattr(nn, kind)(4, 4) for kind in kinds]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(layers(json.loads('["LSTM"]')))

    def forward(self, x):
        for layer in self.layers:
            layer.flatten_parameters()  # break: FG606
            x, _ = layer(x)
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3, 4),), (torch.zeros(2, 3, 4),)]
