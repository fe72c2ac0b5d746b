from concurrent.futures import ThreadPoolExecutor

import torch

POOL = ThreadPoolExecutor(1)


@torch.compile
def finish(x):
    x = x + 1
    POOL.shutdown()  # break: FG408
    return x * 2


@torch.compile
def with_pool(x):
    x = x + 1
    with ThreadPoolExecutor(1):  # break: FG408
        x = x + 1
    return x * 2


class Both(torch.nn.Module):
    def forward(self, x):
        return with_pool(finish(x))


def make():
    return Both()


def inputs():
    return [(torch.ones(3),)]
