import torch
from torch import nn


class Rows(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask_token = nn.Parameter(torch.ones(4))

    def forward(self, x, mask, values):
        x = x.clone()
        x[mask] = self.mask_token
        x[mask] = self.mask_token.to(x.dtype)[None]
        x[mask] = values
        x[mask] = torch.ones(2, 4)
        x[mask, 1] = 0
        x[mask, :2] = 5.0
        x[:, x[0] > 3] = 1.0
        x[mask, torch.tensor([1, 2])] = 1.0
        x[0][x[0] > 2] = 0.0
        return x


def make():
    return Rows()


def inputs():
    return [(torch.arange(12.0).reshape(3, 4), torch.tensor([True, False, True]), torch.ones(2, 4))]
