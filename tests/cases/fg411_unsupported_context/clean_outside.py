import contextlib

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        with torch.device("cpu"):
            self.layer = nn.Linear(2, 2)
        self.device = torch.device("cpu")
        self.context = contextlib.nullcontext()

    def forward(self, x):
        with self.context:
            x = self.layer(x) + torch.ones(2, device=self.device)
        if not torch.compiler.is_compiling():
            with torch.backends.cudnn.flags(enabled=False):
                x = x * 1
        return self.slow(x)

    @torch.compiler.disable
    def unused(self, x):
        with torch.backends.cudnn.flags(enabled=False):
            return x + 1

    def slow(self, x):
        enabled = torch.backends.cudnn.enabled
        return x * 2 if enabled else x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
