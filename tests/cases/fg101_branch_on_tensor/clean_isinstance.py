import torch
from torch import nn


class Collate(nn.Module):
    def forward(self, x):
        if isinstance(x, (list, tuple)):
            x = torch.stack(list(x))
        elif torch.is_tensor(x):
            x = x.unsqueeze(0)
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"expected a tensor, got {type(x).__name__}")
        if hasattr(x, "scale"):
            x = x.scale(2)
        if callable(getattr(x, "dequantize_", None)):
            x = x.dequantize_()
        return x * 2


def make():
    return Collate()


def inputs():
    a = torch.ones(2)
    return [(a,), ([a, a],), ((a, a, a),)]
