import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, step: torch.Tensor):
        text = str(step)  # break: FG205
        return x * 2, text


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor(3)), (torch.randn(4, 8), torch.tensor(2))]
