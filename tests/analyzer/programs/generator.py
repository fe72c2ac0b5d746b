from typing import List

import torch
from torch import Tensor


def gen(xs):
    for x in xs:
        if x.sum() > 0:  # hit
            yield x
@torch.compile
def f(xs: List[Tensor]):
    return [y + 1 for y in gen(xs)]
