# fix: unsafe
import torch
from torch import nn


class Model(nn.Module):
    """Prints that are all that their block does: the guard takes their place, and no block becomes empty."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.verbose = True

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.shape[0] > 5:
            h = h * 2
        else:
            print("few rows")  # break: FG401
        if h.shape[0] > 7:
            h = h + 1
        elif self.verbose:
            # said once
            print("not many", h.shape)  # break: FG401
        print("h", h.shape) if self.verbose else None  # break: FG401
        self.verbose and print("again")  # break: FG401
        if self.verbose: print("shape", h.shape); print("done")  # break: FG401
        return h


def make():
    return Model()


def inputs():
    return [(torch.randn(rows, 3),) for rows in (2, 2, 8)]
