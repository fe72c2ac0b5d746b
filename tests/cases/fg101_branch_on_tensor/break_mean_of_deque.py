import collections

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.recent = collections.deque([torch.zeros(())], maxlen=1)

    def forward(self, x):
        self.recent.popleft()
        self.recent.append(x.detach().mean())
        average = sum(self.recent) / len(self.recent)
        if average > 7:  # break: FG101
            return x
        return x * 2


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
