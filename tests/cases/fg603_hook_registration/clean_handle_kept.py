import torch

SCALE = torch.ones(3, requires_grad=True)


@torch.compile
def run(x):
    global SEEN
    y = x * SCALE
    y.register_hook(lambda gradient: gradient * 2)
    SEEN = y.shape[0]
    return y + 1


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
