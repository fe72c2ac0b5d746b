"""Numbers of tensors that are computed of fractions: of them ``fullgraph=True`` captures none."""

import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 6)

    def best(self, x):
        scores = self.head(x).log_softmax(-1)
        values, places = scores.topk(2, dim=-1)
        first = values.tolist()  # break: FG203
        where = places.tolist()  # break[default]: FG203
        return x + first[0][0] + where[0][0]

    def reshaped(self, x):
        costs = torch.cdist(x, x).view(-1)
        found = torch.cat([costs, costs]).cpu().tolist()  # break: FG203
        return x + found[0]

    def by_number(self, counts):
        halves = (counts * 0.5).round().tolist()  # break: FG203
        whole = (counts * 2).tolist()  # break[default]: FG203
        return halves[0] + whole[0]

    def compared(self, x):
        greater = (x.sigmoid() > 0.5).sum(1).tolist()  # break[default]: FG203
        similar = F.cosine_similarity(x, x + 1).max(0).values.tolist()  # break: FG203
        return greater[0] + similar

    def forward(self, x, counts):
        return self.best(x) + self.reshaped(x) + self.by_number(counts) + self.compared(x)


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.tensor([2, 4])) for _ in range(2)]
