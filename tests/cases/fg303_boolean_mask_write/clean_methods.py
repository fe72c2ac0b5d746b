import torch
from torch import nn


class Methods(nn.Module):
    def forward(self, x, mask, values):
        x = x.masked_fill(mask, 0.0)
        x = x.masked_scatter(mask, values)
        x = torch.masked_scatter(x, mask, values)
        x.masked_fill_(mask, 1.0)
        x.masked_scatter_(mask, values)
        x = x.index_put((mask,), torch.tensor(2.0))
        x.index_put_((mask,), values[:2])
        return torch.index_put(x, (mask,), values[:1], accumulate=True)


def make():
    return Methods()


def inputs():
    return [(torch.zeros(3), torch.tensor([True, False, True]), torch.tensor([4.0, 5.0, 6.0]))]
