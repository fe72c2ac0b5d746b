import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, weights=None):
        super().__init__()
        self.register_buffer("weights", torch.ones(3) if weights is None else weights)
        assert not self.weights.isnan().any(), f"bad weights {self.weights}"

    def forward(self, x):
        return x * self.weights

    def load(self, weights):
        assert not torch.isnan(weights).any(), f"bad weights {weights}"
        self.weights.copy_(weights)


def test_model():
    out = torch.compile(Model())(torch.ones(3))
    assert not out.isnan().any(), f"NaN: {out}"
    assert 0 < out.sum() < 10


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
