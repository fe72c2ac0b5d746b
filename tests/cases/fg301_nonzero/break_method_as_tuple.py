import torch
from torch import nn


class GlobalAttention(nn.Module):
    def forward(self, x, attention_mask):
        is_global = attention_mask > 0
        rows = is_global.nonzero(as_tuple=True)  # break[default]: FG301
        return x[rows].sum()


def make():
    return GlobalAttention()


def inputs():
    return [(torch.ones(2, 3), torch.tensor([[1, 0, 0], [1, 1, 0]])), (torch.ones(2, 3), torch.ones(2, 3))]
