import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        longest = lengths.max().item()  # break[default]: FG201
        items = [1, 2]
        items.append(longest)
        items.insert(0, longest)
        table = {"longest": longest}
        table["rows"] = longest + 1
        x = x * table.get("longest", 1) + table.pop("rows")
        return x * items[0] + ([longest] * 2)[1]


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
