import torch
import torch.nn.functional as F
from torch import nn


class Loss(nn.Module):
    def forward(self, logits, labels):
        loss = F.cross_entropy(logits, labels)
        return F.relu(loss if torch.isfinite(loss) else torch.zeros_like(loss))  # break: FG103


def make():
    return Loss()


def inputs():
    labels = torch.tensor([0, 1])
    return [(torch.ones(2, 3), labels), (torch.full((2, 3), float("inf")), labels)]
