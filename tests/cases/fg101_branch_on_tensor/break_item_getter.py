import operator

import torch


class Model(torch.nn.Module):
    def forward(self, x):
        total, rows = operator.itemgetter("total", "rows")({"total": x.sum(), "rows": x})
        if total > 9:  # break: FG101
            return x
        return rows


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
