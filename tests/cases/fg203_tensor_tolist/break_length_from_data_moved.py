import torch
from torch import nn


class Lengths(nn.Module):
    def forward(self, x, counts):
        sizes = torch.repeat_interleave(counts, counts)  # break[default]: FG306
        ends = nn.functional.pad(sizes.cumsum(0), (1, 0))
        lengths = ends[1:] - ends[:-1]
        again = torch.cat([lengths, counts])
        table = torch.stack([again, again], dim=1)
        column = table.t().sum(dim=0)
        return x + sum(column.tolist())  # break: FG203


def make():
    return Lengths()


def inputs():
    return [(torch.randn(3), torch.tensor([2, 1, 3]))]
