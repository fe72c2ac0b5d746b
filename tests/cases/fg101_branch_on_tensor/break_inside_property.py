import torch
from torch import nn


class Temperature(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_t = nn.Parameter(torch.zeros(()))

    @property
    def value(self):
        t = self.log_t.exp()
        if t < 0.01:  # break: FG101
            t = t + 0.01
        return t

    def forward(self, logits):
        return logits / self.value


def make():
    return Temperature()


def inputs():
    return [(torch.randn(2, 3),)]
