import importlib.metadata
from importlib import resources

import torch


def has_entry_points(group):
    return len(importlib.metadata.entry_points(group=group)) > 0  # break: FG503


@torch.compile
def forward(x):
    x = x * 2
    if has_entry_points("fullgraph.no.such.group"):
        return x
    resources.files("json")  # break: FG503
    return x + 1


def make():
    return forward


def inputs():
    return [(torch.ones(3),)]
