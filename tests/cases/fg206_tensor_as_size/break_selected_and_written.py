import torch
from torch import nn


class Rows(nn.Module):
    def forward(self, x, scores):
        kept = x.clone()
        kept[scores.argmin()] = 0  # break[default]: FG206; break[fullgraph]: FG206 (before 2.15)
        return kept


class Columns(nn.Module):
    def forward(self, x, scores):
        kept = x.clone()
        best = torch.argmax(scores)
        kept[:, best] = scores  # break[default]: FG206; break[fullgraph]: FG206 (before 2.15)
        kept.index_fill_(0, best.reshape(1), 1.0)
        kept[best.reshape(1)] = 2.0
        return kept


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = Rows()
        self.columns = Columns()

    def forward(self, x, scores):
        return self.rows(x, scores) + self.columns(x, scores)


def make():
    return Both()


def inputs():
    return [(torch.ones(4, 4), torch.tensor([3.0, 2.0, 5.0, 1.0]))]
