# fix: safe
import torch
from torch import Tensor, nn


class Half(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        x = x.relu()
        return torch.where(x.max() > 4, x * 0.5, x + 0.5)  # break: FG103


def make():
    return Half()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 9,)]
