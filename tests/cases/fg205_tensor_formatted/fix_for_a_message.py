# fix: unsafe
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        text = str(x.mean())  # break: FG205
        x = x * 2
        print("mean", text)  # break: FG401
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
