import torch
from torch import nn


class M(nn.Module):
    def forward(self, x, kind: str):
        match kind:
            case "a":
                y = x + 1
            case _:
                y = x
        if y.sum() > 0:  # hit
            return y
        match x.shape:
            case (b, c):
                if b > 3:
                    x = x + 1
        return x
