"""The classical guard around a logarithm."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        p = torch.sigmoid(x).mean()
        m = torch.relu(x).mean()
        out = p
        if m > 0:
            out = p + torch.log(m)
        return out


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), ((-torch.rand(3)).requires_grad_(),)]
