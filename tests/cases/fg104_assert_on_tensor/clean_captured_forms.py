import torch
from torch import nn


def check_positive(x):
    assert (x > 0).all(), "not positive"


class Captured(nn.Module):
    def forward(self, x):
        assert (x == x).all()
        assert torch.isfinite(x).all(), "not finite"
        assert x.min() > -100, "too small: " "the input has to be larger"
        assert x.max() < 100, f"too large"  # noqa: F541
        assert (~x.isnan()).all(), "NaN"
        assert x.isnan().any() == False  # noqa: E712
        assert torch.logical_not(x.isinf().any())
        check_positive(x)
        return x * 2


def make():
    return Captured()


def inputs():
    return [(torch.ones(3),)]
