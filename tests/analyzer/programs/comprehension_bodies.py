from typing import List

import torch
from torch import Tensor


def helper(x):
    print(x)  # hit
    return x
@torch.compile
def f(xs: List[Tensor]):
    a = [helper(x) for x in xs]
    b = {i: x for i, x in enumerate(xs) if x.sum() > 0}  # hit
    return a, b
