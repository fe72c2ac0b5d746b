import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.groups = 2

    def forward(self, x, counts, target):
        x = x.repeat_interleave(self.groups, dim=0)
        x = torch.repeat_interleave(x, repeats=x.shape[1], dim=1)
        rows = torch.repeat_interleave(counts, output_size=target.shape[0])
        y = target[:2].repeat_interleave(counts, dim=0, output_size=4)
        return x.sum() + x.repeat(2, 1).sum() + rows.sum() + y.sum()


def make():
    return Heads()


def inputs():
    return [(torch.ones(2, 3), torch.tensor([1, 3]), torch.ones(4))]
