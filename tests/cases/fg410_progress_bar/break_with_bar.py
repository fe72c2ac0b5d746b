import torch
from torch import nn
from tqdm.auto import tqdm


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        with tqdm(total=3, disable=True) as bar:  # break: FG410
            x = x + 1
            bar.update(1)
        return x


@torch.compile
def say(x):
    x = x * 2
    tqdm.write("line")  # break: FG410
    return x + 1


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = Model()

    def forward(self, x):
        return say(self.model(x))


def make():
    return Both()


def inputs():
    return [(torch.ones(3),)]
