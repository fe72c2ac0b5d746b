import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, n: torch.Tensor):
        weights = (1.0, 2.0, 3.0, 4.0)
        return x * weights[n]  # break[default]: FG206; break[fullgraph]: other (before 2.12)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor(3)), (torch.randn(4, 8), torch.tensor(2))]
