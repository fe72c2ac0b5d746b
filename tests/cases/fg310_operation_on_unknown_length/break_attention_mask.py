"""A mask as long as the longest sequence, whose length is tensor data, in attention."""

# only: torch<2.15
import torch
from torch import nn
from torch.nn import functional as F


class Compared(nn.Module):
    def forward(self, x, lengths):
        mask = torch.arange(lengths.max()).unsqueeze(0) < lengths.unsqueeze(1)  # break[default]: FG206
        return F.scaled_dot_product_attention(x, x, x, attn_mask=mask[:, None, None])  # break[fullgraph]: FG310


class Expanded(nn.Module):
    def forward(self, x, lengths):
        lengths = torch.full((x.shape[0],), x.shape[2], dtype=torch.long)
        mask = torch.arange(lengths.max()).unsqueeze(0).expand(2, -1).type_as(lengths)  # break[default]: FG206
        mask = torch.gt(mask + 1, lengths.unsqueeze(1))
        return F.scaled_dot_product_attention(x, x, x, ~mask[:, None, None])  # break[fullgraph]: FG310


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Compared(), Expanded()])

    def forward(self, x, lengths, way: int):
        return self.ways[way](x, lengths)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.randn(2, 2, 6, 4), torch.tensor([6, 4]), way) for way in range(2)]
