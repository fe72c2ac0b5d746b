import torch
from torch import nn


class Forked(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.random.fork_rng(devices=[]):  # break: FG407
            x = x + torch.ones(3)
        return x * 2


class Switched(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.random.fork_rng(devices=[], enabled=False):  # break: FG407 (before 2.15)
            x = x + torch.ones(3)
        return x * 2


def make():
    return nn.Sequential(Forked(), Switched())


def inputs():
    return [(torch.ones(3),)]
