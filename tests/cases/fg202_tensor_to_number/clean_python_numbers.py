import math
import operator

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = float(torch.tensor(2.0))

    def forward(self, x, lengths):
        x = x * int(x.shape[0]) + float(x.size(1)) + bool(x.numel())
        x = x * math.sqrt(x.shape[-1]) * math.ceil(x.shape[0] / 3) + math.prod(x.shape)
        x = x + int("3") + float(2) + complex(2.0).real + math.exp(1) + self.scale
        return x * int(x.dim() > 1) * operator.index(len(lengths))


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
