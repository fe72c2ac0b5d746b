import torch
from torch import nn


class Count(nn.Module):
    def forward(self, x):
        kept = x[x > 0]  # break[default]: FG302
        for _ in range(kept.shape[0]):  # break[fullgraph]: FG309
            x = x + 1
        return x


def make():
    return Count()


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
