"""Tensors that distributions give: draws, densities, entropies and moments."""

import torch
from torch import nn
from torch.distributions import Categorical, Normal


class Model(nn.Module):
    def drawn(self, x):
        z = Normal(x, 1.0).rsample()
        if z.sum() > 1000:  # break: FG101
            z = z + 1
        return z * 0

    def measured(self, x):
        made = Normal(x, 1.0)
        if made.entropy().mean() < 0:  # break: FG101
            x = x + 1
        if made.log_prob(x).max() > 0:  # break: FG101
            x = x * 2
        if made.mean.min() < -1000:  # break: FG101
            x = x * 3
        return x

    def chosen(self, x):
        place = Categorical(logits=x).sample()
        if place.max() > 1000:  # break: FG101
            x = x + 1
        return x

    def forward(self, x):
        return self.drawn(x) + self.measured(x) + self.chosen(x)


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),) for _ in range(2)]
