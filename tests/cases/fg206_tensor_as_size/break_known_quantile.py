# only: torch>=2.12
import torch
from torch import nn


class Clipped(nn.Module):
    def forward(self, x):
        share = x.abs().max().item()  # break[default]: FG201
        x = x + torch.quantile(x, x.mean())
        return x.clamp(max=x.quantile(share / 100))  # break[fullgraph]: FG206


def make():
    return Clipped()


def inputs():
    return [(torch.rand(4),), (torch.rand(4),)]
