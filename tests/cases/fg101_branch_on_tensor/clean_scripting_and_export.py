from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Sequence


class Backbone(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if torch.jit.is_scripting():
            if x.max() > 1:
                x = x - 1
        if TYPE_CHECKING:
            if x.max() > 1:
                x = x - 1
        if False:
            if x.min() < 0:
                x = -x
        return x.relu()


def make():
    return Backbone()


def inputs():
    return [(torch.ones(3) * 2,), (-torch.ones(3),)]
