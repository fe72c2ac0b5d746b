import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit

    def forward(self, x):
        kept = x[x > 0]  # break[default]: FG302
        if len(kept) > self.limit:  # break[fullgraph]: FG101
            kept = kept[: self.limit]
        return kept * 2


def make():
    return Model(3)


def inputs():
    return [(torch.arange(8.0) - 3,), (-torch.ones(8),)]
