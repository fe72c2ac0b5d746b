"""Items that the deque holds once compiled too."""

from collections import deque

import torch
from torch import nn


def filled():
    return deque([torch.ones(3) * i for i in range(4)], maxlen=4)


class ReadBefore(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        mean = torch.stack(list(self.frames)).mean(0)
        self.frames.append(x)
        return x + mean


class Newest(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return x + self.frames[-1] + list(self.frames)[-1]


class NewestLeft(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.appendleft(x)
        return x + self.frames[0]


class LastTwo(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return torch.cat(list(self.frames)[-2:])


class Enough(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        if len(self.frames) >= 2 and self.frames:
            return x * 2
        return x + 1


class AddedAlone(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return x + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([ReadBefore(), Newest(), NewestLeft(), LastTwo(), Enough(), AddedAlone()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3) * i, way) for way in range(6) for i in (10, 11)]
