import torch
from torch import nn


class Fixed(nn.Module):
    def forward(self, x):
        chosen = torch.where(x > 0, x, -x)
        chosen = chosen.where(chosen < 3, torch.zeros_like(x))
        first = torch.nonzero_static(x > 0, size=2)
        again = x.nonzero_static(size=2, fill_value=-1)
        count = torch.count_nonzero(x) + x.count_nonzero(0).sum()
        return chosen + first.sum() + again.sum() + count + x.argmax() + torch.tril_indices(2, 2).sum()


def make():
    return Fixed()


def inputs():
    return [(torch.tensor([[1.0, 0.0], [0.0, 2.0]]),)]
