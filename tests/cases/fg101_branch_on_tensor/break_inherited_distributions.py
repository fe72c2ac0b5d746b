import torch
from torch import nn
from torch.distributions import Independent, Normal


class Clipped(Normal):
    def log_prob(self, value):
        return super().log_prob(value.clamp(-1, 1))


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        clipped = Clipped(x, x.exp())
        if clipped.sample().sum() > 0:  # break: FG101
            x = x + 1
        around = Independent(Normal(x, x.exp()), 1)
        if around.base_dist.loc.sum() > 0:  # break: FG101
            x = x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
