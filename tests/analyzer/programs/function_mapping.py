import torch


def eager(q): 
    if q.sum() > 0:  # hit
        return q
    return q+1
def other(q):
    print(q)  # hit
    return q
FN = {"a": eager, "b": other}
@torch.compile
def f(x, name: str):
    return FN[name](x)
