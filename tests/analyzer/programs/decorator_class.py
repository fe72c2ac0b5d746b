import torch


class deco:
    def __init__(self, fn):
        self.fn = fn
    def __call__(self, *args, **kwargs):
        print("x")  # hit
        return self.fn(*args, **kwargs)
@deco
def helper(x):
    if x.sum() > 0:  # hit
        return x
    return -x
@torch.compile
def f(x):
    return helper(x)
