import os

import torch


@torch.compile
def count(x):
    x = x + 1
    for _, folders, files in os.walk("/nowhere"):  # break: FG405
        x = x + len(folders) + len(files)
    return x


def make():
    return count


def inputs():
    return [(torch.ones(3),)]
