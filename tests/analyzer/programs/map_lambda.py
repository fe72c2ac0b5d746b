from typing import List

import torch
from torch import Tensor


@torch.compile
def f(xs: List[Tensor]):
    ys = list(map(lambda t: t.sum(), xs))
    if ys[0] > 0:  # hit
        return ys
    return xs
