# only: torch<2.12
import torch
from torch import nn


class Masked(nn.Module):
    def forward(self, x, lengths):
        numbers = lengths.tolist()  # break[default]: FG203
        x = x + 1
        return x * x.new_tensor(numbers)  # break[fullgraph]: FG202


def make():
    return Masked()


def inputs():
    return [(torch.randn(2), torch.tensor([n, 3])) for n in (2, 4)]
