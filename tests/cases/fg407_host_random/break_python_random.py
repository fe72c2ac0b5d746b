import random
from random import gauss

import torch
from torch import nn

STATE = random.getstate()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = [1, 2, 3]
        self.drawn = {}

    def forward(self, x):
        self.drawn["choice"] = random.choice(self.items)  # break: FG407
        x = x + 1
        self.drawn["choices"] = random.choices(self.items, k=2)  # break: FG407
        x = x * 2
        self.drawn["gauss"] = gauss(0, 1)  # break: FG407
        x = x + 1
        self.drawn["normalvariate"] = random.normalvariate(0, 1)  # break: FG407
        x = x * 2
        self.drawn["lognormvariate"] = random.lognormvariate(0, 1)  # break: FG407
        x = x + 1
        self.drawn["expovariate"] = random.expovariate(1)  # break: FG407
        x = x * 2
        self.drawn["betavariate"] = random.betavariate(1, 1)  # break: FG407
        x = x + 1
        self.drawn["gammavariate"] = random.gammavariate(1, 1)  # break: FG407
        x = x * 2
        self.drawn["triangular"] = random.triangular(0, 1)  # break: FG407
        x = x + 1
        self.drawn["vonmisesvariate"] = random.vonmisesvariate(0, 1)  # break: FG407
        x = x * 2
        self.drawn["paretovariate"] = random.paretovariate(1)  # break: FG407
        x = x + 1
        self.drawn["weibullvariate"] = random.weibullvariate(1, 1)  # break: FG407
        x = x * 2
        self.drawn["getrandbits"] = random.getrandbits(3)  # break: FG407
        x = x + 1
        self.drawn["randbytes"] = random.randbytes(3)  # break: FG407
        x = x * 2
        self.drawn["getstate"] = random.getstate()  # break: FG407
        x = x + 1
        random.setstate(STATE)  # break: FG407
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
