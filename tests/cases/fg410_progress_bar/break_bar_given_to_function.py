"""A bar that a ``with`` makes: eager runs its body, and functions that are given the bar are compiled alone."""
import torch
from torch import nn
from tqdm.auto import tqdm


def with_callback(callback, x):
    callback()  # break: FG410
    return x + 1


def with_bar(x, bar):
    bar.update(1)  # break: FG410
    return x * 2


class Callback(nn.Module):
    def forward(self, x):
        with tqdm(disable=True) as bar:  # break: FG410
            bar.set_description("first")
            return with_callback(bar.update, x)


class Given(nn.Module):
    def forward(self, x):
        with tqdm(disable=True) as bar:  # break: FG410
            x = with_bar(x, bar)
            bar.update(1)
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Callback(), Given()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3), 0), (torch.ones(3), 1)]
