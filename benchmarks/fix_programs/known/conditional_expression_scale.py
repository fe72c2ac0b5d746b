"""A conditional expression picks the temperature."""

import torch
from torch import nn


class Sampler(nn.Module):
    def forward(self, logits: torch.Tensor) -> torch.Tensor:
        spread = logits.max() - logits.min()
        temperature = 0.7 if spread > 2.0 else 1.3
        return torch.softmax(logits / temperature, dim=-1)


def make():
    torch.manual_seed(0)
    return Sampler()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 5) * 3,), (torch.randn(2, 5) * 0.1,)]
