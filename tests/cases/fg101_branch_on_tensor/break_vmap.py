import functools

import torch


@functools.partial(torch.vmap, in_dims=(0, None))
def scaled(row, factor):
    return row.sum() * factor


class Model(torch.nn.Module):
    def forward(self, x):
        totals = torch.func.vmap(lambda row: row.sum())(x)
        if totals[0] > 9:  # break: FG101
            return x + 1
        y = scaled(x, 2.0)
        if y.max() > 9:  # break: FG101
            return x + 2
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
