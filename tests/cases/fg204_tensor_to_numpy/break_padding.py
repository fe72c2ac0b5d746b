import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, how):
        if how == "rows":
            return x + torch.from_numpy(np.pad(x.detach().numpy(), ((0, 1), (0, 0))))[:4]  # break: FG204
        if how == "constants":
            return x * torch.from_numpy(np.pad([1.0, 2.0], 3)).float()  # break: FG204
        return x + torch.from_numpy(np.pad(x.detach().numpy(), 1, mode="reflect"))[1:-1, 1:-1]  # break: FG204


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), how) for how in ("rows", "constants", "mirrored")]
