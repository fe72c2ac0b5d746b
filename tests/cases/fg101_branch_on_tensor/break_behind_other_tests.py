import torch
from torch import nn


class Clamped(nn.Module):
    """Each test of data stands behind one of something else, which the inputs let through."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.dtype == torch.float16 and torch.isinf(x).any():  # break: FG101
            x = x.clamp(-100, 100)
        return x * 2


class Early(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.dtype != torch.float16:
            return x
        if torch.isnan(x).any():  # break: FG101
            x = x.nan_to_num()
        return x * 2


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Clamped()
        self.second = Early()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.first(x) + self.second(x)


def make():
    return Both()


def inputs():
    return [(torch.ones(3, dtype=torch.float16),), (torch.full((3,), float("inf"), dtype=torch.float16),)]
