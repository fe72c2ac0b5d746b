import collections

import torch


class Model(torch.nn.Module):
    def forward(self, x):
        groups = collections.defaultdict(list)
        for number, row in enumerate(x):
            groups[number % 2].append(row)
        means = [torch.stack(rows).mean(0) for _, rows in sorted(groups.items())]  # break: FG103 (before 2.14)
        return torch.stack(means)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
