from typing import TYPE_CHECKING

import torch
from torch import nn

DEBUG = False


class Quiet(nn.Module):
    verbose = False

    def forward(self, x):
        if False:
            print("never")
        if TYPE_CHECKING:
            print("never")
        if torch.jit.is_scripting():
            print("scripting")
        if DEBUG:
            print(x)
        if 0 and x.shape[0] > 1:
            print("never")
        return x + 1


def make():
    return Quiet()


def inputs():
    return [(torch.ones(3),)]
