import collections

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.recent = collections.deque([0.0], maxlen=1)

    def forward(self, x):
        self.recent.append(float(x.mean()))  # break[default]: FG202
        if sum(self.recent) > 7:  # break[fullgraph]: FG101
            return x
        return x * 2


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
