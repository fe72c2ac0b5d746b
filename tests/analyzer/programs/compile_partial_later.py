# scope: explicit
import functools

import torch


compile = functools.partial(torch.compile, fullgraph=True)
def fn(x):
    print(x)  # hit
    return x
g = compile(fn)
