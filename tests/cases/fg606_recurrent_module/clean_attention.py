"""Other modules that are no mere layer are traced too."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(4, 2, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1)
        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)
        self.weighted = nn.utils.parametrizations.weight_norm(nn.Linear(4, 4))
        self.table = nn.ParameterDict({"a": nn.Parameter(torch.ones(4))})

    def forward(self, x):
        x = self.encoder(x[None])
        x, _ = self.attention(x, x, x)
        return self.weighted(x) * self.table["a"]


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
