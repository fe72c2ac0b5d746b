import torch
from torch import nn
from torch.distributions import Distribution, Normal, constraints


class Scaled(Distribution):
    arg_constraints = {}
    support = constraints.real

    def __init__(self, scale):
        self.scale = scale
        super().__init__(scale.shape)

    def log_prob(self, value):
        self._validate_sample(value)  # break: FG104
        return value * self.scale


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scaled = Scaled(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        checked = Normal(y, y.exp(), validate_args=True)  # break: FG104
        y = checked.log_prob(x)  # break: FG104
        return y + self.scaled.log_prob(x)


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
