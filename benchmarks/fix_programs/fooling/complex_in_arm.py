"""Complex numbers in an arm."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        z = torch.fft.fft(x)
        if z.abs().max() > 1:
            z = z * 1j
        return torch.view_as_real(z)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4) * 3,), (torch.rand(4) * 0.1,)]
