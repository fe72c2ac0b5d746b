# only: einops, torch!=2.12
import torch
from einops.layers.torch import Rearrange
from torch import nn


class Model(nn.Module):
    """A layer that holds no parameters can be made anew in every call."""

    def forward(self, x):
        rows, columns = x.shape[1:]
        into = Rearrange("b c h -> b (h c)")
        back = Rearrange("b (h c) -> b c h", h=columns, c=rows)
        return back(into(x) * 2)


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4, 8),), (torch.randn(2, 4, 8),)]
