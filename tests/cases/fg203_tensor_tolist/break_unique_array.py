"""``np.unique`` gives as many items as the data says."""

import numpy as np
import torch


@torch.compile
def listed(x: torch.Tensor) -> torch.Tensor:
    nodes = np.unique(x.numpy())  # break[default]: FG204
    values = nodes.tolist()  # break: FG203
    return torch.tensor(values).sum() + x.sum()


def make():
    return listed


def inputs():
    return [(torch.tensor([1, 2, 2, 3]),)]
