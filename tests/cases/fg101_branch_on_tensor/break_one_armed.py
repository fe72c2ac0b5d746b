import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedPool(nn.Module):
    def forward(self, hidden, mask):
        hidden = F.gelu(hidden)
        if mask.any():  # break: FG101
            hidden = hidden.masked_fill(mask.unsqueeze(-1), 0.0)
        return hidden.mean(dim=1)


def make():
    return MaskedPool()


def inputs():
    mask = torch.zeros(2, 3, dtype=torch.bool)
    return [(torch.ones(2, 3, 4), mask), (torch.ones(2, 3, 4), ~mask)]
