import collections

import torch


@torch.compile
def run(x):
    counts = collections.defaultdict(int)
    n = x[0].item()  # break[default]: FG201
    counts[n] += 1  # break[fullgraph]: FG206
    return x + len(counts)


def make():
    return run


def inputs():
    return [(torch.tensor([3, 2]),), (torch.tensor([4, 2]),)]
