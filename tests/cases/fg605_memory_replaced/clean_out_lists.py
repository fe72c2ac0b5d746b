import torch


@torch.compile
def largest(x):
    values, indices = torch.empty(3), torch.empty(3, dtype=torch.long)
    torch.max(x, dim=0, out=(values, indices))
    ordered, places = torch.zeros(3, 3), torch.zeros(3, 6, dtype=torch.long)
    torch.sort(x, out=(ordered, places[:, ::2]))
    return x + values + indices + ordered


def make():
    return largest


def inputs():
    return [(torch.arange(9.0).reshape(3, 3),)]
