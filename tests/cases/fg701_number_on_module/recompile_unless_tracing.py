"""While TorchDynamo compiles, nothing is scripted or traced by TorchScript: what stands there is compiled."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not torch.jit.is_scripting():
            self.calls += 1  # recompile: FG701
        return x * self.calls


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
