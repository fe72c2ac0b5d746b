"""Sizes that are tensors, in older constructors; a single tensor is their data, and several numbers are known."""

import torch
from torch import nn


class Floats(nn.Module):
    def forward(self, lengths: torch.Tensor):
        longest = lengths.max()
        return torch.FloatTensor(2, longest).fill_(0)  # break[default]: FG206


class Longs(nn.Module):
    def forward(self, lengths: torch.Tensor):
        return torch.LongTensor(lengths.size(0), lengths.max()).zero_()  # break[default]: FG206


class Plain(nn.Module):
    def forward(self, lengths: torch.Tensor):
        return torch.Tensor(2, lengths.max()).zero_()  # break[default]: FG206


class New(nn.Module):
    def forward(self, lengths: torch.Tensor):
        return lengths.new(2, lengths.max()).zero_()  # break[default]: FG206


class Known(nn.Module):
    def forward(self, lengths: torch.Tensor):
        return torch.FloatTensor(2, lengths.size(0)).fill_(0), lengths.new(2, 3).fill_(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Floats(), Longs(), Plain(), New(), Known()])

    def forward(self, lengths, way: int):
        return self.ways[way](lengths)


def make():
    return Model()


def inputs():
    return [(torch.tensor([2, 3]), way) for way in range(5)]
