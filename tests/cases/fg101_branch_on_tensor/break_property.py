import torch
from torch import nn


class EMACodebook(nn.Module):
    def __init__(self, size=4, dim=3):
        super().__init__()
        self.register_buffer("embed", torch.randn(size, dim))
        self.register_buffer("counts", torch.zeros(size))

    @property
    def is_ready(self):
        return self.counts.sum() > 0

    def forward(self, x):
        codes = torch.cdist(x, self.embed).argmin(-1)
        if self.is_ready:  # break: FG101
            return self.embed[codes]
        return x


def make():
    return EMACodebook()


def inputs():
    return [(torch.randn(5, 3),)]
