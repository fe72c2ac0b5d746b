import itertools

import torch


class Model(torch.nn.Module):
    def forward(self, x):
        for one, two in itertools.product(x, repeat=2):
            if (one - two).abs().max() > 9:  # break: FG101
                return x + 1
        return x


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
