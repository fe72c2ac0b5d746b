# fix: unsafe
import warnings

import torch
from torch import nn

warnings.simplefilter("always")
warnings.formatwarning = lambda message, *details: f"{message}\n"


class Model(nn.Module):
    def forward(self, x, mask=None):
        if mask is None:
            # without a mask all positions count
            if not torch.compiler.is_compiling():
                warnings.warn("no mask given", UserWarning, stacklevel=2)  # break: FG403
            mask = torch.ones_like(x)
        x = x * mask
        if not torch.compiler.is_compiling():
            warnings.warn(  # break: FG403
                f"shape {tuple(x.shape)}",
                FutureWarning,
            )
            print("masked")  # break: FG401
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2),), (torch.ones(2), torch.zeros(2))]
