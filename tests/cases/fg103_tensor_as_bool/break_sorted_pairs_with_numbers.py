import torch
from torch import nn


class Ranked(nn.Module):
    def forward(self, x, lengths):
        numbers = lengths.tolist()  # break[default]: FG203
        x = x * 2
        order = sorted(zip(numbers, range(2), strict=True))  # break: FG103
        x = x * order[0][1]
        longest = max([(number, place) for place, number in enumerate(numbers)])  # break: FG103
        return x * longest[1]


def make():
    return Ranked()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([n, 4])) for n in (3, 2, 6)]
