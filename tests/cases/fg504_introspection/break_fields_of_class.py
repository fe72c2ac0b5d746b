import dataclasses

import torch
from torch import nn


@dataclasses.dataclass
class Scales:
    first: float = 2.0
    second: float = 3.0


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = Scales()

    def forward(self, x):
        x = x + 1
        names = [field.name for field in dataclasses.fields(Scales)]  # break: FG504
        for name in names:
            x = x * getattr(self.scales, name)
        return x


def make():
    return Scaled()


def inputs():
    return [(torch.ones(2, 4),)]
