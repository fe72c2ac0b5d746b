import torch
from tqdm import tqdm

BAR = tqdm(range(3), disable=True)


@torch.compile
def loop(x):
    x = x + 1
    for i in BAR:  # break: FG410
        x = x + i
    return x


def make():
    return loop


def inputs():
    return [(torch.ones(3),)]
