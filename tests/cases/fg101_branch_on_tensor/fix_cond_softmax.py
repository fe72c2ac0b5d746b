# fix: unsafe
import torch
from torch import nn


class Sharpen(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        logits = self.fc(x)
        if logits.max() > 1:  # break: FG101
            return logits.softmax(-1)
        return logits * 0.5


def make():
    return Sharpen()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(4)]
