# fix: unsafe
import torch
import torch.nn.functional as F
from torch import nn


class Hard(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        logits = self.fc(x)
        hard = F.one_hot(logits.argmax(-1), num_classes=logits.shape[-1])  # break: FG308
        return hard * F.one_hot(torch.argmax(logits, dim=1), num_classes=logits.shape[1])  # break: FG308


def make():
    return Hard()


def inputs():
    return [(torch.randn(40, 3),) for _ in range(2)]
