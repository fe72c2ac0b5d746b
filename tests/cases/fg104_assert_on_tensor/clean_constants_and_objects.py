# only: torch>=2.12
import enum

import torch
from torch import nn


class Kind(enum.Enum):
    FULL = 1


def double(x):
    return x * 2


class Checked(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.names = ["hidden"]
        self.fn = double
        self.kind = Kind.FULL

    def forward(self, x, states):
        assert states, f"no states for {x.shape}"
        assert self.layer is not None, "there is no layer"
        assert self.layer and len(x) == 2
        assert len(states) > 0 and bool(states)
        assert self.names and {"hidden": 3}
        assert self.fn and self.kind and double and [double, 1]
        assert not [x] or x.dim() == 2
        assert self.training and x.isfinite().all(), "not finite"
        assert self.names or x.isnan().any()
        return self.fn(self.layer(x)) + states[0]


def make():
    return Checked()


def inputs():
    return [(torch.ones(2, 3), [torch.ones(2, 3)])]
