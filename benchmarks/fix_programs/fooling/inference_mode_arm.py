"""An inference tensor may not be saved for backward."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        with torch.inference_mode():
            t = x * 2
        if h.sum() > 0:
            h = t
        return h.clone()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
