import collections

import torch


class Model(torch.nn.Module):
    def forward(self, x):
        totals = collections.defaultdict(float)
        for row in x:
            totals["all"] += row.sum()
            totals["rows"] += 1
        if totals["rows"] > 3:
            return x
        if totals["all"] > 9:  # break: FG101
            return x + 1
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
