import torch
from torch import nn


class Blend(nn.Module):
    def forward(self, x: torch.Tensor, alpha: torch.Tensor) -> torch.Tensor:
        weight = float(alpha)  # break[default]: FG202
        return x * 2 if weight > 0.5 else x * 3  # break[fullgraph]: FG103


def make():
    return Blend()


def inputs():
    return [(torch.ones(2), torch.tensor(0.75)), (torch.ones(2), torch.tensor(0.25))]
