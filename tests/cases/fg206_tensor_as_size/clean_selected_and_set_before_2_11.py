# only: torch<2.11
import torch
from torch import nn


class Rows(nn.Module):
    def forward(self, x, scores):
        kept = x.clone()
        kept[scores.argmin()] = 0
        return kept


def make():
    return Rows()


def inputs():
    return [(torch.ones(4, 4), torch.tensor([3.0, 2.0, 5.0, 1.0]))]
