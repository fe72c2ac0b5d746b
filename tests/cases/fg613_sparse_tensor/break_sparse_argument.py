"""Only the function says that the argument is sparse."""

import torch


@torch.compile
def spread(matrix: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
    x = torch.sparse.mm(matrix, features)  # break: FG613
    return x + features


def make():
    return spread


def inputs():
    return [(torch.eye(5).to_sparse(), torch.ones(5, 4))]
