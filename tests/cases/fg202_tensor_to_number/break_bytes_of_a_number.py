import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = int(lengths.max())  # break[default]: FG202
        return x * len(longest.to_bytes(2, "big"))  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
