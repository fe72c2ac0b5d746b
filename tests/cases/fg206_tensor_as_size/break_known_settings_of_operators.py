import torch
from torch import nn
from torch.nn import functional


class Cut(nn.Module):
    def forward(self, x, how):
        share = x.abs().max().item()  # break[default]: FG201
        x = x + 1
        if how == "finite":
            return torch.nan_to_num(x, share)  # break[fullgraph]: FG206
        if how == "power":
            return torch.float_power(x, share)  # break[fullgraph]: FG206
        if how == "smoothed":
            return functional.cross_entropy(x, x.softmax(0), label_smoothing=share / 100)  # break[fullgraph]: FG206
        if how == "scaled":
            return functional.interpolate(x[None, None], scale_factor=share + 2)  # break[fullgraph]: FG206
        return torch.float_power(x, x.mean()) * share


def make():
    return Cut()


def inputs():
    ways = ("finite", "power", "smoothed", "scaled", "tensor")
    return [(torch.rand(4), how) for how in ways]
