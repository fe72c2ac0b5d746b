import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        text = f"{x.sum().item():.2f}"  # break[default]: FG201
        other = "{}".format(x.max().item())  # break[default]: FG201
        return x * 2, text, other  # break[fullgraph]: other (before 2.12)


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (torch.ones(4, 8),)]
