import torch
from torch import nn


def top2(logits):
    values, indices = logits.topk(2, dim=-1)
    return values, indices


class Gating(nn.Module):
    def forward(self, logits):
        values, indices = top2(logits)
        gap = values[..., 0] - values[..., 1]
        if gap.min() < 0.1:  # break: FG101
            values = values + 0.1
        return values, indices


def make():
    return Gating()


def inputs():
    return [(torch.tensor([[1.0, 2.0, 4.0]]),), (torch.tensor([[1.0, 4.0, 4.0]]),)]
