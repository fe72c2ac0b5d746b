import torch
from torch import nn


class Known(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x, index):
        kept = x[index]
        if kept.numel() == 0 or len(index) == 0 or kept.shape[0] > 3:
            return x.sum()
        rows = torch.nonzero_static(x, size=2)
        if rows.shape[0] > 1:
            x = x + 1
        return self.layer(x) + torch.where(x > 0, x, 0.0)[: len(kept)].sum()


def make():
    return Known()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([0, 2])), (torch.ones(3, 2), torch.zeros(0, dtype=torch.long))]
