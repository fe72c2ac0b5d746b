import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        largest = x.detach().cpu().max().item()  # break[default]: FG201
        smallest = x.min().to("cpu").item()  # break[default]: FG201
        return x * (largest - smallest)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
