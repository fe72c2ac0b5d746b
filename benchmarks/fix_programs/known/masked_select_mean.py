"""masked_select behind a mean."""

import torch
from torch import nn


class ValidMean(nn.Module):
    def forward(self, x: torch.Tensor, valid: torch.Tensor) -> torch.Tensor:
        return torch.masked_select(x, valid).mean()


def make():
    torch.manual_seed(0)
    return ValidMean()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4, requires_grad=True), torch.tensor([True, False, True, True]))]
