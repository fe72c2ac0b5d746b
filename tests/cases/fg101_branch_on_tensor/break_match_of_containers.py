# only: torch>=2.11
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        match {"x": y, "n": 2}:
            case {"z": z}:
                if z.sum() > 0:
                    y = z
            case {"x": z, "n": 2}:
                if z.sum() > 0:  # break: FG101
                    y = z * 2
            case _:
                if y.sum() > 0:
                    y = y + 3
        match [y, x]:
            case [first]:
                if first.sum() > 0:
                    y = y + 1
            case [first, *others]:
                if others[0].sum() > 0:  # break: FG101
                    y = y * 2
        match "max":
            case "min" | "mean":
                if y.sum() > 0:
                    y = y + 1
            case str() as name if name == "max":
                if y.max() > 0:  # break: FG101
                    y = y * 2
        return y


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
