import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        low, high = torch.stack([lengths, lengths + 1]).tolist()  # break[default]: FG203
        if x.shape[0] > 1 and low.count(low[0]) == 2:  # break[fullgraph]: FG202
            x = x + 1
        return x + high[0]


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
