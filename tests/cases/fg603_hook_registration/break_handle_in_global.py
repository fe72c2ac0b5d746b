import torch

SCALE = torch.ones(3, requires_grad=True)

HANDLE = None


def keep(y):
    global HANDLE
    HANDLE = y.register_hook(lambda gradient: gradient * 2)  # break: FG603
    print("not traced")
    return y


@torch.compile
def run(x):
    y = keep(x * SCALE)
    return y + 1


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
