import torch
from torch import nn


class Tests(nn.Module):
    """What fullgraph=True knows of a length: its rank, the other dimensions, and that it is not negative."""

    def forward(self, x, mask):
        kept = x[mask > 0]  # break[default]: FG302
        if kept.ndim == 2 and kept.shape[1] == 2 and kept.shape[-1] > 1 and kept.dtype == x.dtype:
            kept = kept + 1
        if kept.shape[0] >= 0 and len(kept) != -1 and not kept.numel() < 0:
            kept = kept * 2
        assert kept.shape[0] > 0
        count = max(kept.shape[0], 1)
        total = kept.sum(0)
        if total.shape == (2,):
            total = total / count
        return total + torch.ones(kept.shape[0]).sum() / float(len(kept))


def make():
    return Tests()


def inputs():
    return [(torch.ones(3, 2), torch.tensor([1, 0, 1]))]
