import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        data = x.detach().numpy().tobytes()  # break: FG204
        return x + len(data)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
