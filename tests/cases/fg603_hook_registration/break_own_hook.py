import torch
from torch import nn


class Recorder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def install(self):
        self.register_forward_hook(self.keep)  # break: FG603

    def keep(self, module, args, output):
        return None

    def forward(self, x):
        x = self.layer(x)
        self.install()
        return x + 1


def make():
    return Recorder()


def inputs():
    return [(torch.ones(2, 4),)]
