"""The adaptive coefficient of a KL penalty."""

import torch
from torch import nn


class KLController(nn.Module):
    def __init__(self, target=0.1):
        super().__init__()
        self.target = target
        self.register_buffer("beta", torch.tensor(1.0))

    def forward(self, kl: torch.Tensor) -> torch.Tensor:
        penalty = self.beta * kl.mean()
        if kl.mean() > self.target * 1.5:
            self.beta = self.beta * 2
        elif kl.mean() < self.target / 1.5:
            self.beta = self.beta / 2
        return penalty


def make():
    torch.manual_seed(0)
    return KLController()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(3),), (torch.zeros(3),), (torch.full((3,), 0.1),)]
