import contextlib

import torch
from torch import nn


class NoGrad(nn.Module):
    def forward(self, x):
        with contextlib.ExitStack() as stack:
            stack.enter_context(torch.no_grad())  # break: FG411
            return x * 2


class Autocast(nn.Module):
    def forward(self, x):
        with contextlib.ExitStack() as stack:
            stack.enter_context(torch.autocast("cpu", dtype=torch.bfloat16))  # break: FG411
            return x * 2


def make():
    return nn.Sequential(NoGrad(), Autocast())


def inputs():
    return [(torch.ones(3),)]
