import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        x = x * 2
        x = x + x.is_shared()  # break: FG207
        x = x + x.is_set_to(y)  # break: FG207
        x = x + torch.is_conj(x)  # break: FG207
        x = x + x.is_signed()  # break: FG207
        return x.to(torch.result_type(x, y))  # break: FG207


def make():
    return Model()


def inputs():
    return [(torch.ones(4), torch.zeros(4)),]
