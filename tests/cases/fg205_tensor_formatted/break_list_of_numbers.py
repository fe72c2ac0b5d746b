import torch
from torch import nn


class Told(nn.Module):
    def forward(self, x, lengths):
        numbers = lengths.tolist()  # break[default]: FG203
        x = x * 2
        text = str(numbers)  # break: FG205
        x = x + 1
        return x, text, repr((1, numbers[0]))  # break: FG205


def make():
    return Told()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([n, 4])) for n in (3, 2, 6)]
