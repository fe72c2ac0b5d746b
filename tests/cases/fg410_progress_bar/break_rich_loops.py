# only: rich, torch>=2.11
import torch
from rich.progress import Progress, track
from torch import nn

PROGRESS = Progress(disable=True)


class Tracked(nn.Module):
    def forward(self, x):
        x = x + 1
        for i in track([1, 2], disable=True):  # report: FG410 (rich/)
            x = x + i
        return x


class OfProgress(nn.Module):
    def forward(self, x):
        x = x + 1
        for i in PROGRESS.track([1, 2]):  # report: FG410 (rich/)
            x = x + i
        return x


def make():
    return nn.Sequential(Tracked(), OfProgress())


def inputs():
    return [(torch.ones(3),)]
