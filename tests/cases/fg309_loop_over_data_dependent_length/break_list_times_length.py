"""A list, times a length that depends on data."""

import torch


@torch.compile
def padded(x: torch.Tensor) -> torch.Tensor:
    kept = x[x > 0]  # break[default]: FG302
    padding = [0.0] * len(kept)  # break[fullgraph]: FG309
    return torch.tensor(padding).sum() + x.sum()


def make():
    return padded


def inputs():
    return [(torch.tensor([1.0, -1.0, 2.0]),)]
