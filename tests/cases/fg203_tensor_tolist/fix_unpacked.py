# fix: unsafe
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x).float()
        low, high = torch.stack([h.min(), h.max()]).tolist()  # break: FG203
        return (h - low) / (high - low + 1)


def make():
    return Scaled()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)]
