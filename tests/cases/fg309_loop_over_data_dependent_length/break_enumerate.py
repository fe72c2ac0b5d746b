import torch
from torch import nn


class Ranked(nn.Module):
    def forward(self, x):
        total = x.sum()
        kept = x[x > 0]  # break[default]: FG302
        for place, value in enumerate(kept):  # break[fullgraph]: FG309 (since 2.11)
            total = total + value * place
        return total


def make():
    return Ranked()


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
