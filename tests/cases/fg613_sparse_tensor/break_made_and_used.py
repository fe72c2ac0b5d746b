import torch


@torch.compile
def spread(x: torch.Tensor):
    x = x * 2
    weights = x.to_sparse()  # break: FG613
    x = x + 1
    return torch.sparse.mm(weights, x)  # break: FG613


def make():
    return spread


def inputs():
    return [(torch.ones(2, 2),)]
