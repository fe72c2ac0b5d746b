import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(4))
        self.register_buffer("shift", torch.zeros(4))

    def forward(self, x):
        noise = torch.zeros(4, requires_grad=self.training)  # break: FG601
        offset = torch.tensor([1.0], requires_grad=torch.is_grad_enabled() or self.training)  # break: FG601
        x = x * 2 + noise
        self.shift.requires_grad_(self.training)  # break: FG601
        return x * self.scale + offset + self.shift


def make():
    return Noisy()


def inputs():
    return [(torch.ones(4),)]
