import itertools

import torch


@torch.compile
def power(x):
    n = int(x[0])  # break[default]: FG202
    return x * 2**n  # break[fullgraph]: FG202


@torch.compile
def power_by_name(x):
    n = int(x[0])  # break[default]: FG202
    return x * pow(3, n)  # break[fullgraph]: FG202


@torch.compile
def runs(x):
    lengths = []
    for _, group in itertools.groupby(x.tolist()):  # break[default]: FG203; break[fullgraph]: FG202
        lengths.append(len(list(group)))
    return x + len(lengths)


def make():
    def one_of_them(x):
        return (power, power_by_name, runs)[x.shape[0] - 3](x)

    return one_of_them


def inputs():
    return [(torch.tensor([3, 3, 2]),), (torch.tensor([3, 3, 2, 2]),), (torch.tensor([3, 3, 2, 2, 2]),)]
