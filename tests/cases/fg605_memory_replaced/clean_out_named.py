"""``out=`` with a variable that holds rows, or a copy of columns."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        out = x.clone()
        rows = out[1:]
        torch.maximum(rows, x[:-1], out=rows)
        columns = x[:, 1:].contiguous()
        torch.add(columns, 1, out=columns)
        turned = x.transpose(0, 1).clone(memory_format=torch.contiguous_format)
        torch.add(turned, 1, out=turned)
        return out.sum() + columns.sum() + turned.sum()


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.arange(12.0).reshape(3, 4),), (torch.zeros(3, 4),)]
