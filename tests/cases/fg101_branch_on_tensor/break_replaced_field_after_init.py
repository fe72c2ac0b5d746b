import dataclasses

import torch


@dataclasses.dataclass
class Limit:
    count: int
    applies: bool = False

    def __post_init__(self):
        self.applies = self.count > 3


class Model(torch.nn.Module):
    def forward(self, x):
        limit = dataclasses.replace(Limit(1), count=5)
        if limit.applies and x.sum() > 9:  # break: FG101
            return x
        return x * 2


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3),), (torch.ones(2, 3) * 5,)]
