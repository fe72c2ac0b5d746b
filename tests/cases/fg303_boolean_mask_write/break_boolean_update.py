import torch


@torch.compile
def widen(kept, x):
    kept = kept.clone()
    kept[x > 0] |= x[x > 0] > 2  # break[default]: FG302, FG303
    return kept


def make():
    return widen


def inputs():
    return [(torch.tensor([True, False, False]), torch.tensor([1.0, 3.0, -1.0]))]
