# fix: safe
import copy

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def attend(self, x, **kwargs):
        kwargs = copy.copy(kwargs)  # break: FG505
        kwargs["scale"] = 3.0
        return x * kwargs["scale"]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        outputs = copy.copy([x, x + 1])  # break: FG505
        return self.attend(outputs[0] + outputs[1], scale=1.0)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (torch.randn(2, 4),)]
