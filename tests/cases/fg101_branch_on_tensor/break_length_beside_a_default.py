import torch
from torch import nn


def pairs(labels):
    matches = labels.unsqueeze(1) < labels.unsqueeze(0)
    rows, columns = torch.where(matches)  # break[default]: FG301
    return rows, columns


def given_or_all(indices, labels):
    if indices is None:
        return pairs(labels)
    rows, columns, _ = indices
    return rows, columns


class Loss(nn.Module):
    def forward(self, x, labels, indices=None):
        rows, columns = given_or_all(indices, labels)
        if len(columns) == 0:  # break[fullgraph]: FG101
            return x.sum() * 0
        return (x[rows] - x[columns]).square().mean()


def make():
    return Loss()


def inputs():
    return [(torch.ones(3), torch.tensor([0, 1, 1])), (torch.ones(3), torch.tensor([1, 1, 1]))]
