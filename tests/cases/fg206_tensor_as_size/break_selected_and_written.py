import torch
from torch import nn


class Columns(nn.Module):
    def forward(self, x, scores):
        kept = x.clone()
        best = torch.argmax(scores)
        kept[:, best] = scores  # break[default]: FG206; break[fullgraph]: FG206 (before 2.14)
        kept.index_fill_(0, best.reshape(1), 1.0)
        kept[best.reshape(1)] = 2.0
        return kept


def make():
    return Columns()


def inputs():
    return [(torch.ones(4, 4), torch.tensor([3.0, 2.0, 5.0, 1.0]))]
