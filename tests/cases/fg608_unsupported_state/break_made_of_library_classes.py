import io
import random
import threading
import weakref
from concurrent.futures import Future

import torch
from torch import nn


class Context(threading.local):
    pass


class Dice(random.Random):
    pass


class Text(io.StringIO):
    pass


class Raw(io.BytesIO):
    pass


class Link(weakref.ref):
    pass


class Promise(Future):
    pass


class Looked:
    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        Context()  # break: FG608
        x = x + 1
        Dice(3)  # break: FG608
        x = x + 1
        Text()  # break: FG608
        x = x + 1
        Raw()  # break: FG608
        x = x + 1
        Link(self)  # break: FG608
        x = x + 1
        Promise()  # break: FG608
        x = x + 1
        Looked()  # break: FG608
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
