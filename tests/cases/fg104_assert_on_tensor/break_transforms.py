"""Objects of classes that derive from torch's."""

import torch
from torch import nn
from torch.distributions import Normal, Transform


class Shift(Transform):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def __call__(self, x):
        return x + self.by


def composed(x, *transforms):
    assert transforms, "no transforms"  # break: FG104
    for transform in transforms:
        x = transform(x)
    return x


class Flow(nn.Module):
    def forward(self, x):
        return composed(x, Shift(1), Shift(2))


class Prior(nn.Module):
    def forward(self, x):
        prior = Normal(0.0, 1.0)
        assert prior, "no prior"  # break: FG104
        return prior.log_prob(x)


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.flow, self.prior = Flow(), Prior()

    def forward(self, x, which):
        return self.flow(x) if which == "flow" else self.prior(x)


def make():
    return Both()


def inputs():
    return [(torch.randn(2), which) for which in ("flow", "prior")]
