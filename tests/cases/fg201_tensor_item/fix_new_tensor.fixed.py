# fix: unsafe
import torch
from torch import nn


class Copied(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        largest = h.max().detach().to(device=x.device, copy=True)  # break[default]: FG201
        index = h[0].argmax().detach().clone()  # break[default]: FG201
        return largest, index, h.min().detach().to(dtype=h.dtype, copy=True)  # break[default]: FG201


def make():
    return Copied()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
