import torch
from torch import nn


class State:
    steps = 1


class Trained(State):
    steps = 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.state = State()

    def become(self):
        self.state.__class__ = Trained  # break: FG608 (since 2.11)

    def forward(self, x):
        self.become()
        x = self.layer(x)
        setattr(self.state, "__class__", State)  # break: FG608 (since 2.11)
        x = x * 2
        self.__class__ = Frozen  # break: FG608 (since 2.11)
        return x


class Frozen(Model):
    pass


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
