import torch


@torch.compile
def one_thread(x):
    x = x + 1
    try:
        torch.set_num_interop_threads(1)  # break: FG409
    except RuntimeError:
        pass
    return x * 2


def make():
    return one_thread


def inputs():
    return [(torch.ones(3),)]
