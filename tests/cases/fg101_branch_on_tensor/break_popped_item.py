import collections

import torch


class Model(torch.nn.Module):
    def forward(self, x):
        found = collections.OrderedDict()
        found["a"] = x.sum()
        name, value = found.popitem(last=False)
        if value > 9:  # break: FG101
            return value * 2
        return value


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
