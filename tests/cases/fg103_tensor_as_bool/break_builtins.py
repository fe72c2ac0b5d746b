"""any, all, filter and sorted call bool() on tensors."""

import torch


def nan_in_any(xs: list[torch.Tensor]) -> torch.Tensor:
    y = xs[0] * 2
    if any(x.isnan().any() for x in xs):  # break: FG103
        y = y + 1
    return y


def all_positive(xs: list[torch.Tensor]) -> torch.Tensor:
    y = xs[0] * 2
    if all([(x > 0).all() for x in xs]):  # break: FG103
        y = y + 1
    return y


def largest_first(xs: list[torch.Tensor]) -> torch.Tensor:
    y = xs[0] * 2
    ordered = sorted(xs, key=lambda x: x.sum())  # break: FG103
    return y + ordered[0]


def kept(xs: list[torch.Tensor]) -> torch.Tensor:
    y = xs[0] * 2
    for x in filter(lambda x: x.sum() > 0, xs):  # break: FG103
        y = y + x
    return y


def make():
    return torch.compile(lambda a, b: nan_in_any([a, b]) + all_positive([a, b]) + largest_first([a, b]) + kept([a, b]))


def inputs():
    return [(torch.ones(3) * a, torch.ones(3) * b) for a, b in ((1.0, 2.0), (-1.0, 2.0), (3.0, -4.0))]
