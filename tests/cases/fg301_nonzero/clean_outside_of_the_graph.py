import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        weights = torch.tensor([1.0, 0.0, 2.0])
        self.register_buffer("kept", weights.nonzero().squeeze(1))
        self.register_buffer("rows", torch.where(weights > 0)[0])

    def forward(self, x):
        if not torch.compiler.is_compiling():
            x = x + x.nonzero().shape[0] * 0
        return x[self.kept] + x.index_select(0, self.rows)


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
