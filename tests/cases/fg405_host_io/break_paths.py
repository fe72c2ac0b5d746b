import os
from os import path

import torch
from torch import nn

HERE = os.path.dirname(__file__)


class Model(nn.Module):
    def forward(self, x):
        x = x + int(os.path.exists(HERE))  # break: FG405
        x = x * 2
        x = x + int(path.isfile(__file__))  # break: FG405
        x = x * 2
        x = x + int(os.path.isdir(HERE))  # break: FG405
        x = x * 2
        x = x + int(os.path.islink(HERE))  # break: FG405
        x = x * 2
        x = x + int(os.path.lexists(HERE))  # break: FG405
        x = x * 2
        x = x + int(os.path.ismount(HERE))  # break: FG405
        x = x * 2
        x = x + os.path.getsize(__file__)  # break: FG405
        x = x * 2
        x = x + int(os.path.getmtime(__file__) > 0)  # break: FG405
        x = x * 2
        x = x + int(os.path.getatime(__file__) > 0)  # break: FG405
        x = x * 2
        x = x + int(os.path.getctime(__file__) > 0)  # break: FG405
        x = x * 2
        x = x + int(os.path.samefile(HERE, HERE))  # break: FG405
        x = x * 2
        x = x + len(os.path.realpath(HERE))  # break: FG405
        x = x * 2
        x = x + len(os.path.abspath("a"))  # break: FG405
        x = x * 2
        x = x + len(os.path.normpath("a/../b"))  # break: FG405
        x = x * 2
        x = x + len(os.path.relpath("/a", "/b"))  # break: FG405
        return x


def make():
    return Model()


def inputs():
    return [(torch.zeros(3),)]
