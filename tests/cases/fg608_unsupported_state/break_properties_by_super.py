import torch
from torch import nn


class Base(nn.Module):
    @property
    def scale(self):
        return 2


class Model(Base):
    @property
    def scale(self):
        return super().scale * 2  # break: FG608

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        return y * self.scale


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
