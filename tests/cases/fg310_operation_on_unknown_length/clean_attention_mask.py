"""Masks in attention whose lengths are sizes, or of a batch that depends on data with queries of the same."""

import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def forward(self, x, lengths):
        mask = torch.arange(x.shape[2]).unsqueeze(0) < lengths.unsqueeze(1)
        full = torch.zeros(2, x.shape[2], dtype=torch.bool, device=x.device) | mask
        return F.scaled_dot_product_attention(x, x, x, attn_mask=mask[:, None, None] & full[:, None, None])


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.randn(2, 2, 6, 4), torch.tensor([6, 4]))]
