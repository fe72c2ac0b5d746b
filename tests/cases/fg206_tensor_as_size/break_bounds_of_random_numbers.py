import torch
from torch import nn


class Noisy(nn.Module):
    def forward(self, x, how):
        most = x.abs().max().item()  # break[default]: FG201
        x = x + 1
        if how == "uniform":
            return x + torch.empty(4).uniform_(-most, most)  # break[fullgraph]: FG206
        if how == "normal":
            return x + torch.normal(0.0, most, (4,))  # break[fullgraph]: FG206
        if how == "initialized":
            return x + nn.init.normal_(torch.empty(4), std=most)  # break[fullgraph]: FG206
        if how == "coins":
            return x + torch.empty(4).bernoulli_(most / 100)  # break[fullgraph]: FG206
        return x + torch.rand(4) * most


def make():
    return Noisy()


def inputs():
    return [(torch.randn(4), how) for how in ("uniform", "normal", "initialized", "coins", "scaled")]
