import torch
import tqdm
from torch import nn
from tqdm import trange
from tqdm.auto import tqdm as auto
from tqdm.auto import trange as auto_range
from tqdm.contrib import tenumerate, tmap, tzip
from tqdm.asyncio import tqdm as asynchronous
from tqdm.autonotebook import tqdm as notebook
from tqdm.rich import tqdm as pretty
from tqdm.rich import trange as pretty_range
from tqdm.std import tqdm as standard
from tqdm.std import trange as standard_range


class Auto(nn.Module):
    def forward(self, x):
        x = x + 1
        for i in auto(range(2), disable=True):  # break: FG410
            x = x + i
        return x


class Range(nn.Module):
    def forward(self, x):
        x = x + 1
        for i in trange(2):  # break: FG410
            x = x + i
        return x


class AutoRange(nn.Module):
    def forward(self, x):
        x = x + 1
        for i in auto_range(2):  # break: FG410
            x = x + i
        return x


class Standard(nn.Module):
    def forward(self, x):
        x = x + 1
        bar = standard(total=3)  # break: FG410
        return x * 2, bar is None


class Module(nn.Module):
    def forward(self, x):
        x = x + 1
        steps = [i for i in tqdm.tqdm([1, 2])]  # break: FG410
        return x * len(steps)


class Contributed(nn.Module):
    def forward(self, x):
        x = x + 1
        bar = tenumerate([1, 2])  # break: FG410
        x = x * 2
        pairs = tzip([1, 2], [3, 4])  # break: FG410
        x = x + 1
        mapped = tmap(len, ["a"])  # break: FG410
        return x + int(bar is None) + int(pairs is None) + int(mapped is None)


class Made(nn.Module):
    def forward(self, x):
        x = x + 1
        one = asynchronous(total=3)  # break: FG410
        x = x * 2
        two = notebook(total=3)  # break: FG410
        x = x + 1
        three = pretty(total=3, options={"disable": True})  # break: FG410
        x = x * 2
        four = pretty_range(3, options={"disable": True})  # break: FG410
        x = x + 1
        five = standard_range(3)  # break: FG410
        return x + len([bar for bar in (one, two, three, four, five) if bar is None])


class All(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Auto(), Range(), AutoRange(), Module(), Contributed(), Made()])
        self.last = Standard()

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return self.last(x)


def make():
    return All()


def inputs():
    return [(torch.ones(3),)]
