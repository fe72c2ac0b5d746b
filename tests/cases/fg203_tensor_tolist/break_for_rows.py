import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, sizes, scales):
        for (height, width), scale in zip(sizes.tolist(), scales.tolist()):  # break[default]: FG203
            x = x * height + width * scale
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8), torch.tensor([[1, 2], [3, 4]]), torch.tensor([1, 2])), (torch.ones(4, 8), torch.tensor([[2, 2], [3, 5]]), torch.tensor([2, 2]))]
