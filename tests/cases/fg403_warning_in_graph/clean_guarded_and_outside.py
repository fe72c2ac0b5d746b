import warnings

import torch
from torch import nn

warnings.simplefilter("always")
VERBOSE = False


@torch.compiler.disable
def report(x):
    warnings.warn(f"mean {float(x.mean())}")


class Model(nn.Module):
    def __init__(self, size=2):
        super().__init__()
        if size % 2:
            warnings.warn("odd size")
        self.layer = nn.Linear(size, size)

    def forward(self, x):
        if not torch.compiler.is_compiling():
            warnings.warn("eager")
        if VERBOSE:
            warnings.warn("never")
        x = self.layer(x)
        if x.dim() > 5:
            raise ValueError(warnings.formatwarning("too many dimensions", UserWarning, "model.py", 1))
        return x

    def reset(self):
        warnings.warn("never compiled")


def make():
    model = Model()
    warnings.warn("made")
    return model


def inputs():
    return [(torch.ones(3, 2),)]
