import tqdm as bars
import torch
from torch import nn
from tqdm.auto import tqdm


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        with tqdm(total=3, disable=True) as bar:  # break: FG410
            x = x + 1
        return x, bar is None


@torch.compile
def say(x):
    x = x * 2
    tqdm.write("line")  # break: FG410
    return x + 1


@torch.compile
def say_again(x):
    x = x * 2
    bars.tqdm.write("line")  # break: FG410
    return x + 1


class All(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = Model()

    def forward(self, x):
        return self.model(say_again(say(x)))


def make():
    return All()


def inputs():
    return [(torch.ones(3),)]
