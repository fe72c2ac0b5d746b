import torch
from torch import nn


class M(nn.Module):
    @torch.no_grad()
    def forward(self, x):
        if x.sum() > 0:  # hit
            return x
        return x + 1
