import torch
from torch import nn


class M(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("init", torch.tensor(False))
        self.register_buffer("codes", None)
        self.step = 0
        self.thr = torch.tensor(0.5)
        self.p = nn.Parameter(torch.zeros(3), requires_grad=False)
        self.plist = nn.ParameterList([nn.Parameter(torch.zeros(3)) for _ in range(n)])
    def forward(self, x):
        if not self.init:  # hit
            x = x + 1
        if self.thr > 0.1:  # hit
            x = x + 1
        if self.p.abs().max() > 0:  # hit
            x = x + 1
        for q in self.plist:
            if q.sum() > 0:  # hit
                x = x + 1
        if self.step > 3: x = x + 1
        if self.codes is not None: x = x + 1
        for name, par in self.named_parameters():
            if par.isnan().any():  # hit
                x = x + 1
        return x
