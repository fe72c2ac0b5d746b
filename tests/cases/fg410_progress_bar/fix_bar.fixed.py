# fix: unsafe
import torch
from torch import nn
from tqdm import tqdm


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.bar = tqdm(total=1000, disable=True)

    def forward(self, x):
        x = x * 2
        if not torch.compiler.is_compiling():
            self.bar.update(x.shape[0])  # break: FG410
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
