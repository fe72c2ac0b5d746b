import contextlib

import torch
from torch import nn


class NoGrad(nn.Module):
    def forward(self, x):
        with contextlib.ExitStack() as stack:  # break: FG411 (before 2.11)
            stack.enter_context(torch.no_grad())  # break: FG411 (since 2.11)
            return x * 2


class Autocast(nn.Module):
    def forward(self, x):
        with contextlib.ExitStack() as stack:  # break: FG411 (before 2.11)
            stack.enter_context(torch.autocast("cpu", dtype=torch.bfloat16))  # break: FG411 (since 2.11)
            return x * 2


def make():
    return nn.Sequential(NoGrad(), Autocast())


def inputs():
    return [(torch.ones(3),)]
