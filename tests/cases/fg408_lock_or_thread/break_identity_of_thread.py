import _thread

import torch


@torch.compile
def run(x):
    x = x * 2
    identity = _thread.get_ident()  # break: FG408
    x = x + 1
    native = _thread.get_native_id()  # break: FG408
    return x + 1, identity > 0, native > 0


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
