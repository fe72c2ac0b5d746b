import torch


def fact(n, x):
    if n == 0:
        return x
    return fact(n - 1, x * n)
def even(n, x):
    return x if n == 0 else odd(n - 1, x)
def odd(n, x):
    return -x if n == 0 else even(n - 1, x)
@torch.compile
def f(x):
    y = fact(3, x)
    if y.sum() > 0:  # hit
        x = x + 1
    z = even(4, x)
    if z.sum() > 0:  # hit
        x = x + 1
    return x
