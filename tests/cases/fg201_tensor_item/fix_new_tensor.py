# fix: unsafe
import torch
from torch import nn


class Copied(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        largest = torch.tensor(h.max().item(), device=x.device)  # break[default]: FG201
        index = torch.tensor(h[0].argmax().item())  # break[default]: FG201
        return largest, index, torch.tensor(h.min().item(), dtype=h.dtype)  # break[default]: FG201


def make():
    return Copied()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
