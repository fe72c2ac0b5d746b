# fix: unsafe
import torch


@torch.compile
def f(x):
    if not torch.compiler.is_compiling():
        print("first")
        print("second",  # break: FG401
              x.shape)
        print("third")  # break: FG401
    x = x * 2
    if not torch.compiler.is_compiling():
        print("scaled")
    else:
        x = x + 0
    if not torch.compiler.is_compiling():
        print("done")  # break: FG401
    return x


def make():
    return f


def inputs():
    return [(torch.ones(3),)]
