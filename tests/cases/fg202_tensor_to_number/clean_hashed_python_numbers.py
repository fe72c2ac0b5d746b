import torch
from torch import nn


class Model(nn.Module):
    sizes = (1, 4, 8)

    def forward(self, x, lengths):
        if x.dim() in (2, 3) and x.dtype in {torch.float32, torch.float64}:
            x = x * len(set(self.sizes)) + len({x.dim(): 1})
        if "mean" in ("mean", "sum"):
            x = x + len(dict.fromkeys(["a", "b", "a"]))
        return x + max(lengths.shape[0], 2)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
