import torch
from torch import nn


class ActNorm(nn.Module):
    """Data-dependent initialisation on the first batch, as in Glow."""

    def __init__(self, channels):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(1, channels))
        self.register_buffer("initialized", torch.tensor(0, dtype=torch.uint8))

    def initialize(self, x):
        with torch.no_grad():
            self.bias.copy_(-x.mean(0, keepdim=True))

    def forward(self, x):
        if not self.initialized:  # break: FG101
            self.initialize(x)
            self.initialized.fill_(1)
        return x + self.bias


def make():
    return ActNorm(3)


def inputs():
    return [(torch.randn(5, 3),), (torch.randn(5, 3),)]
