import sys
import warnings

import torch

warnings.formatwarning = lambda message, *details: f"{message}\n"


@torch.compile
def step(x):
    x = x + 1
    warnings.simplefilter("always")  # break: FG403
    x = x * 2
    warnings.filterwarnings("ignore", message="unused")  # break: FG403
    x = x + 1
    warnings.warn_explicit("explicit", UserWarning, "step.py", 3)  # break: FG403
    x = x * 2
    warnings.showwarning("shown", UserWarning, "step.py", 4, file=sys.stderr)  # break: FG403
    x = x + 1
    warnings.resetwarnings()  # break: FG403
    return x


def make():
    return step


def inputs():
    return [(torch.ones(2),)]
