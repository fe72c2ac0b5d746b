# fix: unsafe
import torch
from torch import nn


class Sharpen(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        logits = self.fc(x)
        return torch.cond(logits.max() > 1, lambda: logits.softmax(-1), lambda: logits * 0.5)  # break: FG101


def make():
    return Sharpen()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(4)]
