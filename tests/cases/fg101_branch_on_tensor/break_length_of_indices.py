import torch
from torch import nn


class Sampled(nn.Module):
    def forward(self, x, labels):
        rows = torch.where(labels >= 1)[0]  # break[default]: FG301
        if rows.numel() == 0:  # break[fullgraph]: FG101
            return x.sum()
        return x[rows].sum()


def make():
    return Sampled()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([0, 1, 2])), (torch.ones(3, 2), torch.tensor([0, 0, 0]))]
