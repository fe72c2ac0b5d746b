import torch


@torch.compile
def f(x):
    scale = x.mean()
    def inner(y):
        nonlocal scale
        if scale > 0:  # hit
            return y
        scale = scale + 1
        return y + scale
    return inner(x)
