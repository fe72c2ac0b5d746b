import os
import traceback

import torch

NULL = open(os.devnull, "w")
SEEN = {}


@torch.compile
def stacks(x):
    x = x + 1
    traceback.print_stack(file=NULL)  # break: FG405
    x = x * 2
    traceback.print_exc(file=NULL)  # break: FG405
    x = x + 1
    SEEN["format_stack"] = traceback.format_stack()  # break: FG405
    x = x * 2
    SEEN["extract_stack"] = traceback.extract_stack()  # break: FG405
    return x


def make():
    return stacks


def inputs():
    return [(torch.ones(3),)]
