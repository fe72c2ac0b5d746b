import random

import torch

GENERATOR = random.Random(0)
DRAWN = {}


@torch.compile
def draw(x):
    DRAWN["choice"] = GENERATOR.choice([1, 2])  # break: FG407
    x = x + 1
    DRAWN["choices"] = GENERATOR.choices([1, 2], k=2)  # break: FG407
    x = x * 2
    DRAWN["gauss"] = GENERATOR.gauss(0, 1)  # break: FG407
    x = x + 1
    DRAWN["normalvariate"] = GENERATOR.normalvariate(0, 1)  # break: FG407
    x = x * 2
    DRAWN["expovariate"] = GENERATOR.expovariate(1)  # break: FG407
    x = x + 1
    DRAWN["getrandbits"] = GENERATOR.getrandbits(3)  # break: FG407
    x = x * 2
    DRAWN["randbytes"] = GENERATOR.randbytes(3)  # break: FG407
    x = x + 1
    DRAWN["sample"] = GENERATOR.sample([1, 2], 1)  # break: FG407 (before 2.14)
    x = x * 2
    order = [1, 2]
    GENERATOR.shuffle(order)  # break: FG407 (before 2.14)
    return x


def make():
    return draw


def inputs():
    return [(torch.ones(3),)]
