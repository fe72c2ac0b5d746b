"""What functions beside the distributions of torch give."""

import torch
from torch import nn
from torch.distributions.utils import broadcast_all


class Model(nn.Module):
    def forward(self, x, t, scale):
        x, t, scale = broadcast_all(x, t, scale)
        if not (t >= 0).all():  # break: FG101
            raise ValueError("all times have to be positive")
        if not (scale >= 0).all():  # break: FG101
            raise ValueError("all scales have to be positive")
        return x * t.sqrt() * scale


def make():
    return Model()


def inputs():
    return [(torch.ones(3), torch.ones(3), 2.0)]
