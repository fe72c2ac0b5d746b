"""What several ways lead to is what the last change made it: no line here reads a tensor."""

import torch
from torch import nn


def put(scores, x):
    scores["mask"] = x


class Model(nn.Module):
    def forward(self, x):
        scores = {}
        same = scores
        same["mask"] = x
        if "mask" not in scores:
            x = x * int(x.sum())
        rows = []
        groups = [rows, []]
        rows.append(x)
        if not groups[0]:
            x = x * int(x.sum())
        if groups[1]:
            x = x * int(x.sum())
        copy = scores.copy()
        put(copy, x)
        copy["more"] = x
        if "more" in scores:
            x = x * int(x.sum())
        copy.pop("mask")
        if "mask" in copy:
            x = x * int(x.sum())
        del copy["more"]
        if copy:
            x = x * int(x.sum())
        return x + scores["mask"]


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (torch.ones(5, 8),)]
