"""A list or dictionary that several ways lead to, changed by one of them and read by another."""

import torch
from torch import nn


def put(scores, x):
    scores["mask"] = x


def of_items(x):
    results = []
    for row in range(2):
        results.append({"boxes": x[row]})
    for result, mask in zip(results, [x, x]):
        result["mask"] = mask
    if "mask" in results[0]:
        x = x * int(results[0]["mask"].mean())  # break[default]: FG202
    return x


def of_groups(x):
    groups = [[] for _ in range(2)]
    for group in groups:
        group.append(x)
    if groups[0]:
        x = x * int(groups[0][0].mean())  # break[default]: FG202
    return x


def of_arguments(x):
    scores = {}
    put(scores, x)
    if "mask" in scores:
        x = x * int(scores["mask"].mean())  # break[default]: FG202
    return x


def of_defaults(x):
    named = {}
    named.setdefault("rows", []).append(x)
    if named["rows"]:
        x = x * int(named["rows"][0].mean())  # break[default]: FG202
    return x


def of_either(x, first):
    one, two = [x], [x]
    either = one if first else two
    either.clear()
    if not two:
        x = x * int(x.mean())  # break[default]: FG202
    return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = [None]

    def forward(self, x):
        x = of_items(x)
        x = of_groups(x)
        x = of_arguments(x)
        x = of_defaults(x)
        x = of_either(x, self.training)
        kept = self.kept
        kept.clear()
        kept.append(x)
        if self.kept:
            x = x * int(self.kept[0].mean())  # break[default]: FG202
        return x


def make():
    return Model().eval()


def inputs():
    return [(torch.ones(4, 8),), (torch.ones(5, 8),)]
